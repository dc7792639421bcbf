import { describe, expect, it } from 'vitest';
import {
  featureVersionOf,
  readAttachFlags,
  splitJavaCommand,
  splitOptions,
  joinOptions,
} from './javaOptions.ts';

describe('splitJavaCommand', () => {
  it.each([
    [['-cp', 'a:b', '-Xmx1g', 'Main', '-x', 'y'], ['-cp', 'a:b', '-Xmx1g'], 'Main', ['-x', 'y']],
    [['-jar', 'app.jar', '-XX:+DisableAttachMechanism'], [], 'app.jar', ['-XX:+DisableAttachMechanism']],
    [['-p', 'mods', '-m', 'a/b.C', 'x'], ['-p', 'mods'], 'a/b.C', ['x']],
    [['--module=a/b.C', 'x'], [], 'a/b.C', ['x']],
    [['@args', 'Main'], ['@args'], 'Main', []],
    [['-version'], ['-version'], '', []],
    [['-cp'], ['-cp'], '', []],
    [[], [], '', []],
  ])('%j', (command, options, main, rest) => {
    expect(splitJavaCommand(command)).toEqual({ options, main, arguments: rest });
  });
});

describe('splitOptions', () => {
  it.each([
    ['', []],
    ['  -Xmx1g \t-ea ', ['-Xmx1g', '-ea']],
    [`-Dx="a b" '-Dy=c d'`, ['-Dx=a b', '-Dy=c d']],
    [`-Dx=""`, ['-Dx=']],
    [`"-Dunfinished=a b`, ['-Dunfinished=a b']],
  ])('%j', (text, options) => expect(splitOptions(text)).toEqual(options));
});

describe('joinOptions', () => {
  it.each([
    [[], ''],
    [['-Xmx1g', '-jar', '/srv/app.jar'], '-Xmx1g -jar /srv/app.jar'],
    [['-Dx=a b', '', "it's", 'say "so"'], `"-Dx=a b" "" "it's" "say "'"'"so"'"'`],
    [['"'], `'"'`],
    [[`'"' `], `"'"'"'"' "`],
  ])('%j', (words, text) => {
    expect(joinOptions(words)).toBe(text);
    expect(splitOptions(text)).toEqual(words);
  });
});

describe('readAttachFlags', () => {
  const none = new Map<string, string>();
  it('takes the last word, in the order of the JVM', () => {
    const on = '-XX:+DisableAttachMechanism';
    const off = '-XX:-DisableAttachMechanism';
    expect(readAttachFlags([], none)).toEqual({ attachDisabled: false, dynamicAgents: 'unsaid' });
    expect(readAttachFlags([on, off], none).attachDisabled).toBe(false);
    expect(readAttachFlags([off], new Map([['JAVA_TOOL_OPTIONS', on]])).attachDisabled).toBe(false);
    expect(readAttachFlags([off], new Map([['JDK_JAVA_OPTIONS', on]])).attachDisabled).toBe(false);
    expect(readAttachFlags([off], new Map([['_JAVA_OPTIONS', `-ea ${on}`]])).attachDisabled).toBe(true);
  });

  it('tells what is said about late agents', () => {
    expect(readAttachFlags(['-XX:+EnableDynamicAgentLoading'], none).dynamicAgents).toBe('allowed');
    expect(readAttachFlags(['-XX:-EnableDynamicAgentLoading'], none).dynamicAgents).toBe('forbidden');
  });
});

it.each([
  ['17.0.15', 17],
  ['1.8.0_402', 8],
  ['25', 25],
  ['25-ea', 25],
  ['', 0],
  ['unknown', 0],
])('the feature version of %j is %d', (text, feature) => expect(featureVersionOf(text)).toBe(feature));
