import { expect, test } from 'vitest';
import { clientOf, keys, serveHttp, submission } from './stand.ts';

// holds H5
test.each([301, 302, 303, 307, 308])(
  '%i is not followed: the other server gets no request',
  async (status) => {
    await using other = await serveHttp((_request, response) => response.end('{}'));
    await using server = await serveHttp((_request, response) => {
      response.writeHead(status, { location: `${other.baseUrl}/expenses` }).end();
    });
    const client = clientOf(server.baseUrl);
    const outcome = await client.send(submission);
    expect(outcome).toMatchObject({
      kind: 'unknown',
      error: { code: 'service_redirected' },
      raw: { status },
    });
    await expect(client.territories(keys.user)).rejects.toMatchObject({
      code: 'service_redirected',
    });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(other.requests).toEqual([]);
  },
);
