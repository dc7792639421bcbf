import { useApp } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';

interface SubjectButtonsProps {
  /** Of the selected class or object; null: none is selected. */
  readonly name: string | null;
  /** Said while none is. */
  readonly whyNot: string;
}

/** The ways from a selected row to the two views of one object. */
export function SubjectButtons({ name, whyNot }: SubjectButtonsProps) {
  const { dumps } = useApp();
  const way = (text: string, hint: string, tab: 'paths' | 'references') => (
    <Button
      whyNot={name === null ? whyNot : ''}
      hint={hint}
      onClick={() => name !== null && dumps.lookAt(name, tab)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {way('Paths to Roots', 'What keeps it, from its roots (Enter)', 'paths')}
      {way('References', 'What refers to it, and what it refers to', 'references')}
    </>
  );
}
