/** Where files come from and go to: browser or desktop. */
export interface FilePlaces {
  /** Gives the user a file to keep, under this name or another. */
  readonly giveFile: (file: Blob, name: string) => void;
  /** The same of a file that the engine has, and that is too large for the page. */
  readonly giveAddress: (url: string, name: string) => void;
  /** Lets the user choose a recording; resolves with nothing when he does not. */
  readonly chooseFile: () => Promise<File | null>;
}
