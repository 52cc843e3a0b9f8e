import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from '../../src/app/page-route.tsx';

function TryAgain() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate('/report', { replace: true })}>
      Try again
    </button>
  );
}

const Nothing = () => null;
const Home = () => <Link to="/report">Report</Link>;
const Frame = () => (
  <>
    <header>Frame</header>
    <Outlet />
  </>
);

test('a page whose code cannot be loaded shows an error in place, and loads on retry', async () => {
  let isReachable = false;
  const fetchReport = async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <h1>Report</h1>;
  };
  const calls: string[] = [];
  const loader = () => {
    calls.push('report');
    return null;
  };
  const pages = [page('/', async () => Home), page('/report', fetchReport, { loader })];
  const router = createMemoryRouter([
    { Component: Frame, HydrateFallback: Nothing, children: [{ errorElement: <TryAgain />, children: pages }] },
  ]);
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'Report' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('Frame')).toBeTruthy();

  isReachable = true;
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'Report' })).toBeTruthy();
  expect(calls).toEqual(['report', 'report']);
});
