/** Parts of docs/benchmarks.md, in their order; each is measured by itself. `CPU-sampled` is `Sampled` on the newest JDK. */
export const PARTS = ['Cold', 'Warm', 'Partial', 'Counted', 'Sampled', 'CPU-sampled'] as const;
export type Part = (typeof PARTS)[number];

const HEAD = `# Benchmarks of whole programs

Written by \`npm run bench -- realPrograms\` (\`bench/realPrograms/README.md\`). The root is \`main\`, but of parts; core classes are left out.
`;

/** The page with that part new, the others as they were. @param page "" when there is none yet */
export function withPart(page: string, part: Part, text: string): string {
  const sections = PARTS.map((each) =>
    each === part ? `## ${part}\n\n${text.trim()}\n` : sectionOf(page, each),
  );
  return [HEAD, ...sections.filter((section) => section !== '')].join('\n');
}

/** With its heading, up to the next part; "" when it is not there. */
function sectionOf(page: string, part: Part): string {
  return (
    new RegExp(`^## ${part}\\n[^]*?(?=\\n## |$(?![^]))`, 'm').exec(page)?.[0].trimEnd().concat('\n') ?? ''
  );
}
