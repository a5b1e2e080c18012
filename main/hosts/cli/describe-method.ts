import { z } from 'zod';
import { methodExamples } from '../../../contract/method-examples.ts';
import { isMethodName, type MethodName, methodNames, methods } from '../../../contract/methods.ts';
import { writeJson, writeLine } from './output.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Prints the names of all methods, one per line. */
export async function listMethods(): Promise<number> {
  for (const name of methodNames) await writeLine(name);
  return 0;
}

/** A method as JSON Schema: of its input, of its output, and examples of the input. */
export function schemaOfMethod(name: MethodName) {
  const { kind, input, output } = methods[name];
  const unrepresentable = 'any';
  return {
    method: name,
    kind,
    input: z.toJSONSchema(input, { io: 'input', unrepresentable }),
    output: z.toJSONSchema(output, { unrepresentable }),
    examples: [methodExamples[name] ?? {}],
  };
}

/** Prints a method's input and output. */
export async function describeMethod(name: string): Promise<number> {
  if (!isMethodName(name)) throw new WrongUsage('usage.unknownMethod', { method: name });
  await writeJson(schemaOfMethod(name));
  return 0;
}
