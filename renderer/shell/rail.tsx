import {
  IconAdjustmentsHorizontal,
  IconBuilding,
  IconGauge,
  IconHistory,
  IconUpload,
} from '@tabler/icons-react';
import { useMethod } from '../api/queries.ts';
import { placeHash, type ScreenName, screenNames } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Mark } from '../ui/mark.tsx';
import { useStartAnew } from './screen-state.tsx';

const icons = {
  overview: IconGauge,
  submit: IconUpload,
  history: IconHistory,
  companies: IconBuilding,
  settings: IconAdjustmentsHorizontal,
} as const;

function Foot() {
  const { t } = useTexts();
  const settings = useMethod('settings.get', {});
  const connection = useMethod('connection.get', {});
  const garante = connection.data?.softwareGarante ?? null;
  const license = garante?.license ?? '';
  const status =
    license === '' ? 'rail.noGarante' : garante?.holds ? 'rail.garante' : 'rail.withoutStatus';
  const office = settings.data?.officeName ?? '';
  return (
    <div className="z-rail-foot" data-testid="rail-foot">
      <span>{office === '' ? t('rail.officeUnnamed') : office}</span>
      {connection.data === undefined ? null : <small>{t(status)}</small>}
      {license === '' ? null : <small>{license}</small>}
    </div>
  );
}

/** The window's sections, and the office. */
export function Rail({ screen }: { readonly screen: ScreenName }) {
  const { t, formats } = useTexts();
  const status = useMethod('app.status', {});
  const startAnew = useStartAnew();
  const attention = status.data?.needsAttention ?? 0;
  return (
    <nav className="z-rail" aria-label={t('rail.label')}>
      <div className="z-brand">
        <Mark />
        <span className="z-brand-name">zubi</span>
      </div>
      {screenNames.map((name) => {
        const Icon = icons[name];
        return (
          <a
            key={name}
            href={placeHash(name)}
            className="z-rail-link"
            aria-current={name === screen ? 'page' : undefined}
            title={t(`rail.${name}`)}
            onClick={() => name === screen && startAnew(name)}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className="z-rail-word">{t(`rail.${name}`)}</span>
            {name === 'history' && attention > 0 ? (
              <span className="z-badge" data-testid="attention-badge">
                <span aria-hidden="true">{formats.count(attention)}</span>
                <span className="z-hidden">{t('rail.attention', { count: attention })}</span>
              </span>
            ) : null}
          </a>
        );
      })}
      <Foot />
    </nav>
  );
}
