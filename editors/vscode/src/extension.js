// The client of `gdl lsp` in VS Code, and what needs a terminal: play, and the examples of a whole ruleset.
'use strict';

const vscode = require('vscode');
const { LanguageClient, RevealOutputChannelOn } = require('vscode-languageclient/node');

const PLAY_EXAMPLE = 'gdl.playExample';
const LANGUAGE = 'gdl';

/** @type {LanguageClient | undefined} */
let client;

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('gdl.play', (uri) => onRuleset(uri, 'play')),
    vscode.commands.registerCommand('gdl.test', (uri) => onRuleset(uri, 'test')),
    vscode.commands.registerCommand('gdl.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('gdl.path')) restart();
    }),
  );
  await start();
}

async function deactivate() {
  await client?.stop();
}

/** The program that is set, with the folder put in for its variable. */
function program() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const set = vscode.workspace.getConfiguration('gdl').get('path') || 'gdl';
  return set.replaceAll('${workspaceFolder}', folder);
}

async function start() {
  const run = { command: program(), args: ['lsp'] };
  client = new LanguageClient('gdl', 'Gekido DSL', run, {
    documentSelector: [
      { scheme: 'file', language: LANGUAGE },
      { scheme: 'file', language: 'yaml' }, // the tables of rulesets; the server is silent about others
    ],
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      executeCommand: (command, args, next) =>
        command === PLAY_EXAMPLE ? playExample(...args) : next(command, args),
    },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const settings = 'Open the setting';
    const chosen = await vscode.window.showErrorMessage(
      `\`${run.command} lsp\` does not start. \`pip install 'gekido-dsl[lsp]'\` installs it; where it is, the setting gdl.path says.`,
      settings,
    );
    if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'gdl.path');
  }
}

async function restart() {
  const before = client;
  client = undefined;
  await before?.stop().catch(() => undefined);
  await start();
}

async function playExample(_uri, title, ruleset) {
  await inTerminal(`play: ${title}`, ['play', ruleset, '--example', title]);
}

async function onRuleset(uri, command) {
  const file = uri ?? vscode.window.activeTextEditor?.document.uri;
  if (file?.scheme !== 'file') {
    await vscode.window.showWarningMessage('Open a ruleset first, a file that ends in .gdl.');
    return;
  }
  await inTerminal(`${command}: ${vscode.workspace.asRelativePath(file)}`, [command, file.fsPath]);
}

/** Runs gdl in a terminal that stays when it has ended. No shell reads the words, so that titles need no quotes. */
async function inTerminal(name, words) {
  await vscode.workspace.saveAll(false);
  const task = new vscode.Task(
    { type: 'gdl' },
    vscode.TaskScope.Workspace,
    name,
    'gdl',
    new vscode.ProcessExecution(program(), words),
  );
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    focus: true,
    clear: true,
  };
  await vscode.tasks.executeTask(task);
}

module.exports = { activate, deactivate };
