import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';

/** Makes the file if it is not there yet. @returns its path */
export function input(folder: string, name: string, text: () => string): string {
  const file = join(folder, name);
  if (!existsSync(file)) writeFileSync(file, text());
  return file;
}

const WORDS =
  'the method calls another and waits until its time has come while threads run on and classes load or leave again'.split(
    ' ',
  );

/** Words by chance, the same each time. */
export function prose(words: number): string {
  const random = seededRandom(words);
  const text: string[] = [];
  for (let i = 0; i < words; i++)
    text.push(WORDS[Math.floor(random() * WORDS.length)] + (i % 12 === 11 ? '.' : ''));
  return text.join(' ');
}

/** A document for XSL-FO: pages with two columns of paragraphs. */
export function foDocument(paragraphs: number): string {
  const blocks = Array.from({ length: paragraphs }, (_, i) => {
    return `<fo:block text-align="justify" space-after="6pt" font-size="${i % 3 === 0 ? 9 : 12}pt">${prose(60 + i)}</fo:block>`;
  });
  return (
    '<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set><fo:simple-page-master master-name="p" ' +
    'page-height="29.7cm" page-width="21cm" margin="2cm"><fo:region-body column-count="2"/></fo:simple-page-master>' +
    '</fo:layout-master-set><fo:page-sequence master-reference="p"><fo:flow flow-name="xsl-region-body">' +
    `${blocks.join('\n')}</fo:flow></fo:page-sequence></fo:root>`
  );
}

export function book(chapters: number): string {
  const chapter = (n: number): string =>
    `<chapter id="c${n}"><title>${prose(4)} ${n}</title>${Array.from({ length: 30 }, (_, i) => `<para n="${i}">${prose(20 + ((n + i) % 40))}</para>`).join('')}</chapter>`;
  return `<book>${Array.from({ length: chapters }, (_, n) => chapter(n)).join('\n')}</book>`;
}

export const BOOK_STYLE = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:key name="byLength" match="para" use="string-length(.)"/>
<xsl:template match="/book"><html><body><ul><xsl:apply-templates select="chapter" mode="contents">
<xsl:sort select="title"/></xsl:apply-templates></ul><xsl:apply-templates/></body></html></xsl:template>
<xsl:template match="chapter" mode="contents"><li><a href="#{@id}"><xsl:value-of select="title"/></a>
<xsl:value-of select="count(para)"/></li></xsl:template>
<xsl:template match="chapter"><h1 id="{@id}"><xsl:number/> <xsl:value-of select="title"/></h1>
<xsl:apply-templates select="para"><xsl:sort select="string-length(.)" data-type="number"/></xsl:apply-templates></xsl:template>
<xsl:template match="para"><p class="{@n mod 3}"><xsl:call-template name="words"><xsl:with-param name="text" select="."/>
</xsl:call-template> <xsl:value-of select="count(key('byLength', string-length(.)))"/></p></xsl:template>
<xsl:template name="words"><xsl:param name="text"/><xsl:choose><xsl:when test="contains($text, ' ')">
<b><xsl:value-of select="substring-before($text, ' ')"/></b><xsl:call-template name="words">
<xsl:with-param name="text" select="substring-after($text, ' ')"/></xsl:call-template></xsl:when>
<xsl:otherwise><xsl:value-of select="$text"/></xsl:otherwise></xsl:choose></xsl:template>
</xsl:stylesheet>`;

/** Accounts, their transfers, and questions about them. */
export function bankSql(transfers: number): string {
  const random = seededRandom(transfers);
  const account = (): number => Math.floor(random() * 1_000);
  const lines = [
    'CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(40), balance INT);',
    'CREATE TABLE transfer (id INT PRIMARY KEY, origin INT, target INT, amount INT);',
  ];
  for (let id = 0; id < 1_000; id++)
    lines.push(`INSERT INTO account VALUES (${id}, 'owner ${id % 97}', 1000);`);
  for (let id = 0; id < transfers; id++) {
    const [from, to, amount] = [account(), account(), Math.floor(random() * 100)];
    lines.push(`UPDATE account SET balance = balance - ${amount} WHERE id = ${from};`);
    lines.push(`UPDATE account SET balance = balance + ${amount} WHERE id = ${to};`);
    lines.push(`INSERT INTO transfer VALUES (${id}, ${from}, ${to}, ${amount});`);
    if (id % 500 === 0)
      lines.push(
        'SELECT owner, SUM(balance), COUNT(*) FROM account GROUP BY owner HAVING SUM(balance) > 100 ORDER BY 2 DESC;',
      );
  }
  return lines.join('\n');
}

/** A word count with a tree of objects, for an interpreter of JavaScript. */
export const WORD_COUNT = `
var text = readFile(arguments[0]), rounds = parseInt(arguments[1]);
function Tree() { this.root = null; this.size = 0; }
Tree.prototype.add = function (word) {
  if (this.root === null) { this.root = { word: word, count: 1, left: null, right: null }; this.size = 1; return; }
  for (var node = this.root; ;) {
    if (word === node.word) { node.count++; return; }
    var side = word < node.word ? 'left' : 'right';
    if (node[side] === null) { node[side] = { word: word, count: 1, left: null, right: null }; this.size++; return; }
    node = node[side];
  }
};
function visit(node, take) { if (node) { visit(node.left, take); take(node); visit(node.right, take); } }
function hanoi(n) { return n === 0 ? 0 : hanoi(n - 1) + 1 + hanoi(n - 1); }
for (var round = 0; round < rounds; round++) {
  var tree = new Tree(), words = text.match(/[a-z]+/g), found = [];
  for (var i = 0; i < words.length; i++) tree.add(words[i] + (i + round) % 40);
  visit(tree.root, function (node) { found.push(node); });
  found.sort(function (a, b) { return b.count - a.count || (a.word < b.word ? -1 : 1); });
  print(round, tree.size, found[0].word, found[0].count, hanoi(10));
}
`;

/** A tone that slides, as a WAV file of 16 bits and two channels: what an encoder makes an MP3 of. */
export function slidingTone(seconds: number): Uint8Array {
  const rate = 44_100;
  const frames = seconds * rate;
  const bytes = Buffer.alloc(44 + 4 * frames);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + 4 * frames, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(4 * rate, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(4 * frames, 40);
  const random = seededRandom(seconds);
  for (let i = 0; i < frames; i++) {
    const tone = Math.sin((i / rate) * (200 + 100 * (i / rate)) * 2 * Math.PI) + 0.2 * (random() - 0.5);
    const value = Math.round(12_000 * tone);
    bytes.writeInt16LE(value, 44 + 4 * i);
    bytes.writeInt16LE(-value, 46 + 4 * i);
  }
  return bytes;
}

/** A class with methods of all kinds, that compiles beside its siblings: what a compiler has to do. */
export function javaSource(n: number): string {
  const methods = Array.from({ length: 40 }, (_, i) => {
    const other = `Generated${Math.max(0, n - 1 - (i % 3))}`;
    return `
  /** Of ${prose(8 + i)} */
  static <T extends Comparable<T>> List<T> sorted${i}(Collection<? extends T> all, int limit) {
    List<T> found = new ArrayList<>(all);
    found.sort((a, b) -> ${i % 2 === 0 ? 'a.compareTo(b)' : 'b.compareTo(a)'});
    return found.stream().limit(limit).collect(Collectors.toList());
  }

  int sum${i}(int[] values, Map<String, Integer> names) {
    int sum = ${i};
    for (int value : values) {
      switch (value % 5) {
        case 0: sum += value; break;
        case 1: sum -= ${other}.constant(value) + ${i}; break;
        default: sum ^= names.getOrDefault("key" + value, sum) << ${i % 7};
      }
    }
    try {
      return sum / (values.length - ${i});
    } catch (ArithmeticException empty) {
      return sorted${i}(names.values(), sum).size();
    }
  }`;
  });
  return `package generated;

import java.util.*;
import java.util.stream.Collectors;

public class Generated${n} {
  static int constant(int value) {
    return value * ${n + 1};
  }
${methods.join('\n')}
}
`;
}
