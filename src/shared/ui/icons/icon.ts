import { createElement, type FunctionComponent, type SVGProps } from 'react';

/** The size in pixels, and the width of lines. */
interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  size?: number | string;
  stroke?: number;
}

/** An icon from Tabler; `npm run icons` writes its file. */
export type Icon = FunctionComponent<IconProps>;

/** What is drawn: one path, or elements with their attributes. */
type Shapes = string | readonly (readonly [tag: string, attributes: Record<string, string>])[];

/** An icon of lines. */
export const outline = (shapes: Shapes): Icon => {
  const elements = elementsOf(shapes);
  return ({ size = 24, stroke = 2, color = 'currentColor', ...props }) =>
    svg(
      {
        size,
        fill: 'none',
        stroke: color,
        strokeWidth: stroke,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      elements,
    );
};

/** An icon of areas. */
export const filled = (shapes: Shapes): Icon => {
  const elements = elementsOf(shapes);
  return ({ size = 24, stroke: _, color = 'currentColor', ...props }) =>
    svg({ size, fill: color, stroke: 'none', ...props }, elements);
};

const elementsOf = (shapes: Shapes) =>
  (typeof shapes === 'string' ? ([['path', { d: shapes }]] as const) : shapes).map(([tag, attributes], key) =>
    createElement(tag, { key, ...attributes }),
  );

const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24' };

const svg = (
  { size, ...props }: SVGProps<SVGSVGElement> & Pick<IconProps, 'size'>,
  elements: ReturnType<typeof elementsOf>,
) => createElement('svg', { ...frame, width: size, height: size, ...props }, elements);
