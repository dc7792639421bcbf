import { Option } from 'commander';

/** The same option of all commands that print methods. */
export function namesOption(): Option {
  return new Option('--names <style>', 'class names in the text')
    .choices(['short', 'shortened', 'long'])
    .default('shortened');
}
