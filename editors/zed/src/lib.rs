//! Starts the `skill-lsp` found on the worktree's PATH, or the one named in Zed's settings.

use zed_extension_api::{self as zed, settings::LspSettings, Command, LanguageServerId, Result, Worktree};

struct SkillLsp;

impl zed::Extension for SkillLsp {
    fn new() -> Self {
        SkillLsp
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let (path, arguments) = binary.map(|named| (named.path, named.arguments)).unwrap_or_default();
        Ok(Command {
            command: path
                .or_else(|| worktree.which("skill-lsp"))
                .ok_or("skill-lsp is not on PATH: run `pipx install skill-lsp`, then restart Zed")?,
            args: arguments.unwrap_or_default(),
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(SkillLsp);
