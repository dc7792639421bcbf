import { expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { codeOwnersOf } from './codeOwners.ts';

/** @param method "shop.OrderController.show(Ljava/lang/String;)V" */
function isHandler(method: string, ownPackages: readonly string[]): boolean {
  const [, className, name, descriptor] = /^(.+)\.([^.(]+)(\(.*)$/.exec(method)!;
  const get = (id: number) => ({ id: id as MethodId, className, name, descriptor });
  return codeOwnersOf({ ownPackages }, { get }).isHandler(0);
}

const REQUEST = 'Ljakarta/servlet/http/HttpServletRequest;';

it('own methods of controllers, resources and servlets, and those that take a request, answer requests', () => {
  const own = ['shop'];
  expect(isHandler('shop.OrderController.show()V', own)).toBe(true);
  expect(isHandler('shop.Orders$OrderResource.list()V', own)).toBe(true);
  expect(isHandler(`shop.Front.doGet(${REQUEST})V`, own)).toBe(true);
  expect(isHandler('shop.Main.handle(Lcom/sun/net/httpserver/HttpExchange;)V', own)).toBe(true);
  expect(isHandler('shop.Orders.total()I', own)).toBe(false);
  expect(isHandler('shop.OrderController.<init>()V', own)).toBe(false);
});

it('those of libraries do not', () => {
  expect(isHandler(`web.DispatcherServlet.doDispatch(${REQUEST})V`, ['shop'])).toBe(false);
});

it('where own packages are not known, controllers alone do', () => {
  expect(isHandler('shop.OrderController.show()V', [])).toBe(true);
  expect(isHandler(`web.DispatcherServlet.doDispatch(${REQUEST})V`, [])).toBe(false);
});
