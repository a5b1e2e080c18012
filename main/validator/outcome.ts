/** The result of a thread's work; with `mustRecycle` the thread must be ended. */
export interface Outcome<Value> {
  readonly value: Value;
  readonly mustRecycle: boolean;
}

export function good<Value>(value: Value): Outcome<Value> {
  return { value, mustRecycle: false };
}
