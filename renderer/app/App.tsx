import { hostIn } from '../../shared/ipc/pageAddress.ts';
import { visibleText } from '../../shared/naming/visibleText.ts';
import { useEffect } from 'react';
import { useApp, useAppState } from '../state/app/appContext.ts';
import { runCommand } from '../state/commands/commands.ts';
import { offeredCommands } from '../state/commands/offeredCommands.ts';
import { AppMenu } from '../views/shell/AppMenu.tsx';
import { CommandButton } from '../views/CommandButton.tsx';
import { DeadlockBanner } from '../views/shell/DeadlockBanner.tsx';
import { Problems } from '../views/Problems.tsx';
import { StartView } from '../views/start/StartView.tsx';
import { StatusLine } from '../views/StatusLine.tsx';
import { ProductMark } from '../views/shell/ProductMark.tsx';
import { Overlays } from './Overlays.tsx';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { LaterScreen } from './LaterScreen.tsx';
import { shownName } from '../state/shownName.ts';
import { useOpened } from './opened.ts';
import { commandsOfKey, isTyping } from './shortcuts.ts';
import './App.css';

/** Where the engine runs, if not here. Asked when it is shown: in an exported page the worker loads this module, and has no window. */
const engineHost = (): string => visibleText(hostIn(window.location.hash));

/** The window: the list of JVMs, one session, recording or comparison; below it what went wrong, where it moves nothing that is aimed at, and the status line. */
export function App() {
  const app = useApp();
  const isAlone = useAppState(({ connection }) => connection === 'none');
  const opened = useOpened();

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.repeat || isTyping(event, event.target)) return;
      // What is in front has the keyboard, as it has the eye.
      if (app.state.get().overlay !== null) return;
      const commands = commandsOfKey(event, offeredCommands(app.state.get()));
      if (commands.length === 0) return;
      event.preventDefault(); // Ctrl+E would go to the browser's address line
      for (const command of commands) if (runCommand(app, command)) return;
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [app]);

  const subject = visibleText(useAppState(shownName));
  useEffect(() => {
    const host = engineHost();
    document.title = `${subject ? `${subject} – ` : ''}Sluice${host ? ` on ${host}` : ''}`;
  }, [subject]);

  return (
    <div className="app">
      {isAlone || opened ? (
        <header className="visuallyHidden">
          <h1>Sluice</h1>
        </header>
      ) : (
        <StartHeader />
      )}
      {opened ? <LaterScreen opened={opened} /> : isAlone ? <NotYetOpened /> : <StartView />}
      <DeadlockBanner />
      <Problems />
      <StatusLine />
      <Overlays />
    </div>
  );
}

/** In a page that holds a recording: until it is shown, or where it cannot be. */
function NotYetOpened() {
  const isOpening = useAppState(({ pending }) => pending !== null);
  return (
    <main>
      <EmptyState title={isOpening ? 'Opening' : 'Nothing is open'} busy={isOpening}>
        <p>{isOpening ? 'The recording is being read.' : 'The recording in this page could not be read.'}</p>
      </EmptyState>
    </main>
  );
}

/** The name of the program, and what it is for. */
function StartHeader() {
  const host = engineHost();
  return (
    <header className="appHeader">
      <AppMenu />
      <ProductMark />
      <h1>Sluice</h1>
      <span className="muted">
        {host ? `the engine runs at ${host}` : 'exact call trees of running Java programs'}
      </span>
      <div className="appHeaderActions">
        <CommandButton command="launch" />
        <CommandButton command="open" />
        <CommandButton command="compare" />
      </div>
    </header>
  );
}
