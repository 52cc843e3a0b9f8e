import { createElement, type FunctionComponent, type SVGProps } from 'react';

/** The size in pixels, and the width of lines. */
interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  size?: number | string;
  stroke?: number;
}

/** An icon of Tabler, as `npm run icons` has taken it over. */
export type Icon = FunctionComponent<IconProps>;

/** What is drawn: one path, or elements with their attributes. */
type Shapes = string | readonly (readonly [tag: string, attributes: Record<string, string>])[];

const elementsOf = (shapes: Shapes) =>
  (typeof shapes === 'string' ? ([['path', { d: shapes }]] as const) : shapes).map(([tag, attributes], key) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of an icon never change
    createElement(tag, { key, ...attributes }),
  );

const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24' };

/** An icon of lines. */
export const outline = (shapes: Shapes): Icon => {
  const elements = elementsOf(shapes);
  return ({ size = 24, stroke = 2, color = 'currentColor', ...props }) => (
    <svg
      {...frame}
      width={size}
      height={size}
      fill="none"
      stroke={color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {elements}
    </svg>
  );
};

/** An icon of areas. */
export const filled = (shapes: Shapes): Icon => {
  const elements = elementsOf(shapes);
  return ({ size = 24, stroke: _, color = 'currentColor', ...props }) => (
    <svg {...frame} width={size} height={size} fill={color} stroke="none" {...props}>
      {elements}
    </svg>
  );
};
