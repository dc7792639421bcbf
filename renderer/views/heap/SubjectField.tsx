import { useEffect, useState } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import type { HeapTab } from '../../state/heapTabs.ts';
import { TextField } from '../../widgets/TextField.tsx';
import './HeapDumpView.css';

/** What a view is about: typed, or chosen in another tab. */
export function SubjectField({ subject, tab }: { readonly subject: string | null; readonly tab: HeapTab }) {
  const { dumps } = useApp();
  const [typed, setTyped] = useState(subject ?? '');
  useEffect(() => setTyped(subject ?? ''), [subject]);
  return (
    <div className="subjectField" role="search" aria-label="Class or object">
      <TextField
        label="Class or object"
        placeholder="com.acme.Cart, com.acme.**, or the name of an object (Ctrl+F, then Enter)"
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.trim() !== '') dumps.lookAt(typed.trim(), tab);
        }}
      />
    </div>
  );
}
