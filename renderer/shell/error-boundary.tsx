import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../texts.ts';

function Crashed() {
  const { t } = useTexts();
  return (
    <div className="z-alone" role="alert" data-testid="crashed">
      <h1 className="z-alone-title">{t('app.crashTitle')}</h1>
      <p>{t('app.crashText')}</p>
      <Button onClick={() => window.location.reload()}>{t('app.crashAction')}</Button>
    </div>
  );
}

/** Keeps an error of one screen from ending the window. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children;
  }
}
