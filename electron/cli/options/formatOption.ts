import { Option } from 'commander';

/** How a command prints its results. */
export type OutputFormat = 'text' | 'json';

/** The same option of all commands that print results. @param note what json is here, where that is not plain */
export function formatOption(note = ''): Option {
  return new Option('--format <format>', `text for people, json for programs${note}`)
    .choices(['text', 'json'])
    .default('text');
}

/** The same option of all commands that print methods. */
export function namesOption(): Option {
  return new Option('--names <style>', 'class names in the text')
    .choices(['short', 'shortened', 'long'])
    .default('shortened');
}
