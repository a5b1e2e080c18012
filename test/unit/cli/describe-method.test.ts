import { expect, it } from 'vitest';
import { z } from 'zod';
import { methodNames, methods } from '../../../contract/methods.ts';
import { schemaOfMethod } from '../../../main/hosts/cli/describe-method.ts';

it.each(methodNames)('the JSON Schema of %s takes its own example', (name) => {
  const { input, output, examples } = schemaOfMethod(name);
  // The printed text is the output.
  const [read] = JSON.parse(JSON.stringify([input]));
  for (const example of examples) {
    expect(z.fromJSONSchema(read).safeParse(example).error).toBeUndefined();
    expect(methods[name].input.safeParse(example).error).toBeUndefined();
  }
  expect(output).toBeTypeOf('object');
});

it('a JSON Schema refuses what its method refuses', () => {
  const { input } = schemaOfMethod('submissions.send');
  const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(input)));
  expect(schema.safeParse({ fileIds: [] }).success).toBe(false);
  expect(schema.safeParse({ files: ['a'] }).success).toBe(false);
});
