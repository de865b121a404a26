"""Language server and headless checker for agent skills."""

__version__ = "0.1.0"
