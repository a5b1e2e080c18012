import { Skeleton } from '@mantine/core';

/** Grey lines for loading rows; `label` is for screen readers. */
export function SkeletonRows({ rows, label }: { readonly rows: number; readonly label: string }) {
  return (
    <div className="z-skeletons" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <Skeleton key={row} height={14} width={`${90 - ((row * 17) % 45)}%`} radius="sm" />
      ))}
    </div>
  );
}
