import { expect, test } from 'vitest';
import { colorPlace, tellingColors } from '../../../shared/rows/packageColors.ts';
import { chosenColors } from './flameSettings.ts';

const SHOP = { className: 'com.acme.Shop', name: 'order', own: 60, whole: 160 };
const MAP = { className: 'java.util.HashMap', name: 'get', own: 40, whole: 140 };

test('what the JDK has stands back among other code, and has colours of its packages when that is chosen', () => {
  const telling = tellingColors([SHOP, MAP], null);
  expect(colorPlace(MAP, chosenColors('auto', telling))).toBeNull();
  expect(colorPlace(MAP, chosenColors('package', telling))).toBeNull();
  expect(colorPlace(MAP, chosenColors('jdk', telling))).not.toBeNull();
  expect(colorPlace(SHOP, chosenColors('jdk', telling))).toBe(
    colorPlace(SHOP, chosenColors('package', telling)),
  );
});
