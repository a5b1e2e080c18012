import { describe, expect, test } from 'vitest';
import { isLoopbackHost, parseServiceAddress } from '../../../main/service/address.ts';
import {
  findRoutes,
  isExempt,
  parseResolvedProxies,
  proxyRoute,
} from '../../../main/service/proxy.ts';

const address = parseServiceAddress('https://api.service.example/v1/');
const route = (port: number, hostname = 'proxy') => ({
  kind: 'proxy',
  secure: false,
  hostname,
  port,
  authorization: null,
});
const direct = { kind: 'direct' };
const refused = (reason: string) =>
  expect.objectContaining({ code: 'connection_proxy', details: { reason } });

describe('the environment variables', () => {
  test.each<[Record<string, string>, object]>([
    [{}, direct],
    [{ HTTPS_PROXY: 'http://proxy:1' }, route(1)],
    [{ HTTPS_PROXY: 'proxy:1' }, route(1)],
    [{ https_proxy: 'http://proxy:2', HTTPS_PROXY: 'http://proxy:1' }, route(2)],
    [{ HTTP_PROXY: 'http://proxy:3' }, route(3)],
    [{ https_proxy: '', HTTPS_PROXY: 'http://proxy:1' }, direct],
    [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'service.example' }, direct],
    [{ HTTPS_PROXY: 'http://proxy:1', no_proxy: '', NO_PROXY: '*' }, route(1)],
    [{ HTTPS_PROXY: 'http://proxy' }, route(80)],
  ])('%j', async (environment, expected) => {
    expect(await findRoutes(address, { environment })).toEqual([expected]);
  });

  test.each([
    ['api.service.example', true],
    ['API.Service.Example', true],
    ['service.example', true],
    ['.service.example', true],
    ['*.service.example', true],
    ['*.api.service.example', false],
    ['vice.example', false],
    ['other.example, api.service.example:443', true],
    ['api.service.example:8443', false],
    ['*', true],
    ['*:80', false],
    ['', false],
    [' , ,', false],
  ])('NO_PROXY=%j exempts: %j', (noProxy, exempt) => {
    expect(isExempt(address, noProxy)).toBe(exempt);
  });

  test('an IPv6 address is exempted with and without brackets and port', () => {
    const ipv6 = parseServiceAddress('https://[2001:db8::1]:8443');
    for (const entry of ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:8443']) {
      expect(isExempt(ipv6, entry), entry).toBe(true);
    }
    expect(isExempt(ipv6, '[2001:db8::1]:443')).toBe(false);
  });
});

describe('other sources', () => {
  test('a given proxy outweighs the rest, and null means none', async () => {
    const rest = {
      environment: { HTTPS_PROXY: 'http://proxy:1' },
      resolveProxy: async () => 'PROXY proxy:2',
    };
    expect(await findRoutes(address, { ...rest, proxy: 'http://proxy:3' })).toEqual([route(3)]);
    expect(await findRoutes(address, { ...rest, proxy: null })).toEqual([direct]);
    expect(await findRoutes(address, rest)).toEqual([route(2)]);
  });

  test('the resolver gets the origin only', async () => {
    const asked: string[] = [];
    const resolveProxy = async (url: string): Promise<string> => {
      asked.push(url);
      return 'DIRECT';
    };
    await findRoutes(address, { resolveProxy });
    expect(asked).toEqual(['https://api.service.example/']);
  });

  test('its answer is read in order, without unusable entries', () => {
    expect(parseResolvedProxies('PROXY a:1; SOCKS5 b:2;HTTPS c:3 ; proxy [::1]:4; DIRECT')).toEqual(
      [route(1, 'a'), { ...route(3, 'c'), secure: true }, route(4, '::1'), direct],
    );
    expect(() => parseResolvedProxies('SOCKS a:1')).toThrow(refused('unsupported'));
    expect(() => parseResolvedProxies('PROXY')).toThrow(refused('invalid_address'));
  });

  test('credentials become a header, and errors do not contain them', () => {
    const header = `Basic ${Buffer.from('u@x:p:%w').toString('base64')}`;
    expect(proxyRoute('http://u%40x:p%3A%25w@proxy:1')).toEqual({
      ...route(1),
      authorization: header,
    });
    expect(() => proxyRoute('socks5://user:word@proxy:1')).toThrow(refused('unsupported'));
    expect(() => proxyRoute('http://user:word@')).toThrow(refused('invalid_address'));
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['LOCALHOST', true],
  ['a.localhost', true],
  ['0.0.0.0', false],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['::2', false],
])('%s is this machine: %j', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});

test.each([
  ['https://service.example', '', 443],
  ['https://service.example:8443/a/b//', '/a/b', 8443],
  ['http://localhost', '', 80],
  ['http://[::1]:5/x', '/x', 5],
  ['http://0x7f.1:5', '', 5],
])('%s is split once', (baseUrl, basePath, port) => {
  expect(parseServiceAddress(baseUrl)).toMatchObject({ basePath, port });
});
