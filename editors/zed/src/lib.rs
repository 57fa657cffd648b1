//! Starts `gdl lsp` in Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Gdl;

impl zed::Extension for Gdl {
    fn new() -> Self {
        Gdl
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("gdl")
            .ok_or("gdl is not on the path; `pip install 'gekido-dsl[lsp]'` installs it")?;
        Ok(Command { command, args: vec!["lsp".to_string()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Gdl);
