/** Which code of a method is asked for. */
export interface SourceQuestion {
  /** Of the JVM that runs the method; "": none is attached. */
  readonly sessionId: string;
  /** Everything after `java`, where no session is: its class path is looked through. "" when it is not known. */
  readonly commandLine: string;
  /** Folders and jars, where no session is and the recording has them: they are looked through in place of the command line. */
  readonly classPath: readonly string[];
  /** e.g. 17.0.15, of the JVM that ran it: whose src.zip is meant. "" when it is not known. */
  readonly javaVersion: string;
  /** com.acme.Shop$Order */
  readonly className: string;
  /** As in the class file: name, <init> or <clinit>. */
  readonly name: string;
  /** As in the class file; "": not known, as frames of stacks have none. */
  readonly descriptor: string;
  /** That runs, where the descriptor is not known: it tells which one of several methods of the name is meant. Missing: not known. */
  readonly line?: number;
  /** Folders and archives of sources that the user has named, looked at first. */
  readonly places: readonly string[];
  /** `source`: the best that there is without a decompiler. */
  readonly form: SourceForm;
  /** The decompiler may be fetched from Maven Central. */
  readonly mayFetch: boolean;
}

export const SOURCE_FORMS = ['source', 'decompiled', 'bytecode'] as const;
export type SourceForm = (typeof SOURCE_FORMS)[number];

/** The code of a method, and all that stands in one file with it. */
export interface MethodSource {
  readonly form: SourceForm;
  /** Of the file: Shop.java. */
  readonly title: string;
  /** Where it comes from, for the reader. */
  readonly place: string;
  /** A file that an editor can open; "": it lies in an archive, or in none. */
  readonly file: string;
  readonly text: string;
  /** By line of `text`, the line of the source that it was compiled from, 0 where it is none; null: it is the source. */
  readonly sourceLines: readonly number[] | null;
  /** Lines of `text` that probes of Sluice have put there, counted from 1. */
  readonly probeLines: readonly number[];
  /** Of the method in `text`, counted from 1; 0 when it was not found there. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Why it is no better than this, a sentence each. */
  readonly notes: readonly string[];
  /** The decompiler that could be asked. */
  readonly decompiler: DecompilerFacts;
}

export interface DecompilerFacts {
  readonly name: string;
  readonly version: string;
  /** SPDX. */
  readonly license: string;
  readonly url: string;
  readonly bytes: number;
  /** It has been fetched. */
  readonly isHere: boolean;
}
