import { useEffect, useState, type ComponentType } from 'react';
import type { SluiceError } from '../../shared/base/errors.ts';
import { Button } from '../widgets/Button.tsx';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { loadPart } from '../worker/loadPart.ts';
import type { Opened } from './opened.ts';

interface OpenedModule {
  readonly OpenedScreen: ComponentType<{ readonly opened: Opened }>;
}

let loaded: OpenedModule | null = null;

/**
 * To be called when the page is painted: then a click waits for nothing, and what is recorded can be looked at when the
 * engine has gone.
 * @throws SluiceError 'io'
 */
export async function loadOpenedScreen(): Promise<OpenedModule> {
  return (loaded ??= await loadPart('shows recordings and heaps', () => import('./OpenedScreen.tsx')));
}

/** The screen of what is opened. Until its script is there it says so, and why where it does not come. */
export function LaterScreen({ opened }: { readonly opened: Opened }) {
  const [module, setModule] = useState(loaded);
  const [failure, setFailure] = useState<SluiceError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (loaded === null) loadOpenedScreen().then(setModule, setFailure);
  }, [tries]);
  const shown = module ?? loaded;
  if (shown) return <shown.OpenedScreen opened={opened} />;
  if (!failure)
    return (
      <main>
        <EmptyState title="Loading" busy>
          <p>The views are being loaded.</p>
        </EmptyState>
      </main>
    );
  const retry = (): void => {
    setFailure(null);
    setTries(tries + 1);
  };
  return (
    <main>
      <EmptyState title="The views could not be loaded">
        <p role="alert">
          {failure.message} {failure.remedy}
        </p>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    </main>
  );
}
