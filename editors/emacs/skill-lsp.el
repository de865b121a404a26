;;; skill-lsp.el --- Agent skills: SKILL.md and .skill.toml as each host reads them -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))

;;; Commentary:

;; (require 'skill-lsp) starts the language server `skill-lsp' in skills, with eglot, or with lsp-mode where that is
;; loaded.  Skills get modes of their own, derived from markdown-mode where it is installed, so that other Markdown
;; keeps the servers it has.

;;; Code:

(defgroup skill-lsp nil "Agent skills." :group 'tools)

(defcustom skill-lsp-command '("skill-lsp")
  "The command line of the language server."
  :type '(repeat string))

(require 'markdown-mode nil t)

(defalias 'skill-lsp--parent-mode (if (fboundp 'markdown-mode) #'markdown-mode #'text-mode))

(define-derived-mode skill-md-mode skill-lsp--parent-mode "Skill"
  "Mode for SKILL.md.")

(define-derived-mode skill-toml-mode conf-toml-mode "Skill TOML"
  "Mode for the manifests and activation lists of skills.")

;;;###autoload
(add-to-list 'auto-mode-alist '("/SKILL\\.md\\'" . skill-md-mode))
;;;###autoload
(add-to-list 'auto-mode-alist
             '("\\.skill\\.toml\\'\\|/\\.oxo-flow/ai\\.toml\\'\\|\\.oxoflow\\'\\|/\\.skill-lsp\\.toml\\'" . skill-toml-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons '(skill-md-mode skill-toml-mode) (lambda (&rest _) skill-lsp-command))))

(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-deferred "lsp-mode")
(defvar lsp-language-id-configuration)
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(skill-md-mode . "markdown"))
  (add-to-list 'lsp-language-id-configuration '(skill-toml-mode . "toml"))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () skill-lsp-command))
                    :major-modes '(skill-md-mode skill-toml-mode)
                    :server-id 'skill-lsp
                    :add-on? t)))

(defun skill-lsp-ensure ()
  "Start the server in this buffer: with lsp-mode where it is loaded, else with eglot."
  (if (featurep 'lsp-mode) (lsp-deferred) (eglot-ensure)))

(add-hook 'skill-md-mode-hook #'skill-lsp-ensure)
(add-hook 'skill-toml-mode-hook #'skill-lsp-ensure)

(provide 'skill-lsp)
;;; skill-lsp.el ends here
