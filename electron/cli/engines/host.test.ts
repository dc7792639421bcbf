import { expect, it } from 'vitest';
import { hostOf } from './host.ts';

it.each([
  ['ssh://web-1', 'ssh -T -- web-1 sh'],
  ['ssh://ann@web-1.acme.com:2222', 'ssh -T -p 2222 -- ann@web-1.acme.com sh'],
  ['ssh://ann@[::1]', 'ssh -T -- ann@::1 sh'],
  ['docker://shop', 'docker exec -i shop sh'],
  ['podman://shop_1', 'podman exec -i shop_1 sh'],
  ['kube://shop/web-7f9', 'kubectl exec -i --namespace=shop web-7f9 -- sh'],
  ['kube://shop/web-7f9/java', 'kubectl exec -i --namespace=shop web-7f9 --container=java -- sh'],
  [
    'kube://prod/shop/web-7f9/java',
    'kubectl exec -i --context=prod --namespace=shop web-7f9 --container=java -- sh',
  ],
  [
    'kube://arn:aws%2Fprod/shop/web-7f9/',
    'kubectl exec -i --context=arn:aws/prod --namespace=shop web-7f9 -- sh',
  ],
  ['sudo://', 'sudo -u root sh'],
  ['sudo://tomcat', 'sudo -u tomcat sh'],
  ['exec:docker compose exec -T web sh', 'sh -c docker compose exec -T web sh'],
])('%s is run by %s', (name, command) => {
  expect(hostOf(name).command.join(' ')).toBe(command);
});

it.each([
  'web-1',
  'ssh:web-1',
  'ssh://',
  'ssh://-oProxyCommand=date',
  'ssh://a@-b',
  'ssh://web-1:70000',
  'ssh://web-1/path',
  'ssh://web-1 date',
  'docker://',
  'docker://--privileged',
  'docker://a;b',
  'kube://shop',
  'kube://a/b/c/d/e',
  'kube://%/shop/web/java',
  'kube://-n/web',
  'sudo://a b',
  'http://web-1/',
  'exec:',
])('%s is refused with what it may be', (name) => {
  expect(() => hostOf(name)).toThrow(`--on ${name}: that is no place where an engine can run.`);
  try {
    hostOf(name);
  } catch (thrown) {
    expect((thrown as { remedy: string }).remedy).toMatch(/^It is one of ssh:.*exec:COMMAND\.$/);
  }
});
