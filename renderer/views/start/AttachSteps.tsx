import './AttachSteps.css';

/** From attaching to leaving, for whoever has not done it yet: what is done to the program at each step. */
const STEPS = [
  { name: 'Attach', text: 'The JVM loads one small agent. Nothing changes in the program.' },
  { name: 'Choose root methods', text: 'What they call is measured, on all threads, and nothing else.' },
  { name: 'Start', text: 'Only now methods get probes. Every call is counted and timed, live.' },
  { name: 'Detach', text: 'All probes are taken out again. The recording stays, to save and to compare.' },
] as const;

export function AttachSteps() {
  return (
    <div className="attachSteps">
      <h3>What happens when you attach</h3>
      <ol>
        {STEPS.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b> {text}
          </li>
        ))}
      </ol>
    </div>
  );
}
