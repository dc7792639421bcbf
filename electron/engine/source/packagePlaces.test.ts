import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { ClassPathFiles } from '../testing/classPathFiles.ts';
import { packagePlacesIn } from './packagePlaces.ts';

const files = new ClassPathFiles('places');
afterAll(() => files.remove());

const placesOf = async (classPath: readonly string[]): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(await packagePlacesIn(classPath));

it('is the folder or jar of each package, the first of several', async () => {
  const classes = files.folder('classes', 'com/acme/Shop.class', 'Main.class', 'log.xml');
  const h2 = await files.jar(
    'h2-2.4.jar',
    'org/h2/Driver.class',
    'org/h2/mvstore/Page.class',
    'META-INF/MANIFEST.MF',
  );
  const shaded = await files.jar('all.jar', 'org/h2/Driver.class', 'org/own/Own.class');
  expect(await placesOf([classes, h2, shaded, files.root + '/none.jar'])).toEqual({
    '': 'classes',
    'com.acme': 'classes',
    'org.h2': 'h2-2.4.jar',
    'org.h2.mvstore': 'h2-2.4.jar',
    'org.own': 'all.jar',
  });
});

it('is the library that lies in an executable archive', async () => {
  const h2 = readFileSync(await files.jar('h2.jar', 'org/h2/Driver.class'));
  const war = await files.jar(
    'shop.war',
    ...['WEB-INF/classes/com/acme/Shop.class', 'org/springframework/boot/loader/Launcher.class'],
    ['WEB-INF/lib/h2-2.4.jar', h2] as const,
    ['WEB-INF/lib/packed.jar', readFileSync(await files.jar('p.jar', 'org/packed/P.class'))] as const,
    ['WEB-INF/lib/broken.jar', 'no archive'] as const,
    ['assets/lib/h2.jar', h2] as const,
  );
  expect(await placesOf([war])).toEqual({
    'com.acme': 'shop.war',
    'org.springframework.boot.loader': 'shop.war',
    'org.h2': 'h2-2.4.jar',
  });
});
