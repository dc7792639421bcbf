import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ClassPathFiles } from '../testing/classPathFiles.ts';
import { ownCodeIn } from './ownCode.ts';

const files = new ClassPathFiles('own-code');
afterAll(() => files.remove());
const folder = files.folder.bind(files);
const jar = files.jar.bind(files);

describe('own code of a program', () => {
  it('is what lies in folders, not in jars', async () => {
    const classes = folder('classes', 'com/acme/shop/Shop.class', 'com/acme/shop/web/Page.class', 'log.xml');
    const library = await jar('spring.jar', 'org/spring/Core.class');
    expect(await ownCodeIn([library, classes], 'com.acme.shop.Shop')).toEqual({
      patterns: ['com.acme.shop.**'],
      places: [`folder ${classes}`],
    });
  });

  it('is the own part of an executable archive', async () => {
    const boot = await jar(
      'boot.jar',
      'org/springframework/boot/loader/Launcher.class',
      'BOOT-INF/classes/org/petclinic/owner/Owner.class',
      'BOOT-INF/classes/org/petclinic/vet/Vet.class',
      'BOOT-INF/classes/templates/a.html',
      'BOOT-INF/lib/h2.jar',
    );
    expect(await ownCodeIn([boot], null)).toEqual({
      patterns: ['org.petclinic.**'],
      places: ['BOOT-INF/classes of boot.jar'],
    });
  });

  it('is what shares its beginning with the main class, where a jar has its libraries in it', async () => {
    const all = await jar(
      'all.jar',
      ['META-INF/MANIFEST.MF', 'Main-Class: com.acme.shop.\r\n Main\r\n'],
      'META-INF/versions/9/com/acme/New.class',
      'com/acme/shop/Main.class',
      'com/acme/mail/Mail.class',
      'com/google/common/Lists.class',
    );
    const whole = { patterns: ['com.acme.**'], places: ['all.jar'] };
    expect(await ownCodeIn([all], null)).toEqual(whole);
    const library = await jar('lists.jar', 'com/google/common/Lists.class');
    expect(await ownCodeIn([library, all], 'com.acme.shop.Main')).toEqual(whole);
  });

  it.each([
    [['Main.class', 'Main$1.class'], ['*']],
    [['a/A.class'], ['a.**']],
    [
      ['com/acme/shop/A.class', 'com/acme/mail/B.class', 'org/own/C.class', 'D.class'],
      ['*', 'com.acme.**', 'org.own.**'],
    ],
    [
      ['com/acme/A.class', 'com/other/B.class'],
      ['com.acme.**', 'com.other.**'],
    ],
    [['com/acme/A.class', 'module-info.class', 'org/x/package-info.class'], ['com.acme.**']],
    [
      [
        'com/acme/A.class',
        'node-modules/x/B.class',
        '.git/c/C.class',
        'a*/b/\u001b[2J/D.class',
        'größe/ÄA.class',
      ],
      ['com.acme.**', 'größe.**'],
    ],
  ])('of %j is %j', async (files, patterns) => {
    const classes = folder(`of${files.length}${files[0].length}`, ...files);
    expect((await ownCodeIn([classes], null))?.patterns).toEqual(patterns);
  });

  it('is not known where nothing can be read, and where the main class is in no jar', async () => {
    const library = await jar('only.jar', 'org/x/X.class');
    expect(await ownCodeIn([join(files.root, 'gone.jar'), folder('empty')], null)).toBeNull();
    expect(await ownCodeIn([library], 'com.acme.Main')).toBeNull();
    expect(await ownCodeIn([], null)).toBeNull();
  });
});
