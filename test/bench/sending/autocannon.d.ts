/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly amount: number;
    /** Interval of the check for the end, in milliseconds (1000). */
    readonly sampleInt: number;
    readonly requests: readonly {
      readonly method: 'POST';
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }[];
  }
  interface Result {
    /** Seconds. */
    readonly duration: number;
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
  }
  interface Run extends Promise<Result> {
    /** Called at the end of each answer. */
    on(event: 'response', listener: () => void): this;
  }
  export default function autocannon(options: Options): Run;
}
