import { manifestOf } from './archive.ts';

/** Of a Spring Boot archive the first names the program's class, the second its loader's. */
const ATTRIBUTES = [/^Start-Class: *(\S+)/im, /^Main-Class: *(\S+)/im];

/** The class that `java -jar` starts in the end, as Class.getName(); null where the jar names none, or cannot be read. */
export async function mainClassOf(jar: string | undefined): Promise<string | null> {
  if (jar === undefined) return null;
  const manifest = await manifestOf(jar).catch(() => '');
  return (
    ATTRIBUTES.map((attribute) => attribute.exec(manifest)?.[1]).find((name) => name !== undefined) ?? null
  );
}
