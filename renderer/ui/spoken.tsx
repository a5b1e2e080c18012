import { useThrottledValue } from '@mantine/hooks';

/** Between two texts: a screen reader would read each file of hundreds. */
const restMs = 5000;

/** Tells a screen reader of progress, the first step at once and later ones now and then. */
export function Spoken({ text }: { readonly text: string }) {
  const said = useThrottledValue(text, restMs);
  return (
    <span role="status" className="z-hidden">
      {said}
    </span>
  );
}
