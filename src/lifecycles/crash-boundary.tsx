import { Component, type ReactNode } from 'react';

interface Props {
  onCrash: (error: unknown) => void;
  children: ReactNode;
}

/** Renders nothing after a crash: the error panel that follows works without React. */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.crashed ? null : this.props.children;
  }
}
