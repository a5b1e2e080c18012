export function SubmissionScreen({ id }: { readonly id: string }) {
  return <div>{id}</div>;
}
