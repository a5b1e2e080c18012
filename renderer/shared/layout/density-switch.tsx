import { ActionIcon } from '@mantine/core';
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import type { Density } from '../../../contract/settings.ts';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** Rows of one line or of two, in every dense list. */
export function DensitySwitch({ density }: { readonly density: Density }) {
  const { t } = useTexts();
  const save = useCommand('settings.set', ['settings.get'], { tells: 'all' });
  const isCompact = density === 'compact';
  const words = t(isCompact ? 'submit.roomy' : 'submit.compact');
  const Icon = isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={words}
      title={words}
      onClick={() => save.mutate({ density: isCompact ? 'roomy' : 'compact' })}
      data-testid="density"
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
