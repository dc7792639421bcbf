import { expect, it } from 'vitest';
import { matchingNames } from './nameMatches.ts';

const LOADED = [
  'com.acme.Shop',
  'com.acme.Shop$Cart',
  'com.acme.Workshop',
  'org.other.Shop',
  'org.eclipse.jdt.internal.compiler.Compiler',
  'org.apache.jasper.servlet.JspServlet',
  'org.apache.jasper.servlet.JspServletWrapper',
];

it.each([
  ['com.acme.Shop', ['com.acme.Shop']],
  ['Shop', ['com.acme.Shop', 'org.other.Shop']],
  ['shop', ['com.acme.Shop', 'org.other.Shop']],
  ['acme.Shop', ['com.acme.Shop']],
  ['Shop.Cart', ['com.acme.Shop$Cart']],
  ['Shop$Cart', ['com.acme.Shop$Cart']],
  ['internal.compiler.Compiler', ['org.eclipse.jdt.internal.compiler.Compiler']],
  ['JspServ', ['org.apache.jasper.servlet.JspServlet', 'org.apache.jasper.servlet.JspServletWrapper']],
  ['orksho', ['com.acme.Workshop']],
  ['Shopp', ['com.acme.Shop', 'org.other.Shop']],
  ['Nothing.like.It', []],
  ['', []],
])('%s means %j', (typed, meant) => expect([...matchingNames(typed, LOADED)].sort()).toEqual(meant));

it('a part of a method name means the methods that begin with it, or else have it in them', () => {
  const names = ['service', 'serviceAll', 'init', 'preservice'];
  expect(matchingNames('serv', names)).toEqual(['service', 'serviceAll']);
  expect(matchingNames('service', names)).toEqual(['service']);
  expect(matchingNames('vice', names)).toEqual(['service', 'preservice', 'serviceAll']);
});
