import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import {
  HIDDEN_NAME,
  methodName,
  parameterTypes,
  shortenedName,
  simpleName,
  unknownMethod,
} from '../../../shared/naming/methodNames.ts';
import type { TableRow } from '../../worker/table/tableRow.ts';
import type { MethodName } from '../../worker/cctProtocol.ts';
import { isNativeOwner, nativeName } from '../../../shared/naming/nativeCode.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';

/** A method in the parts that a row draws differently; every part is safe to show. */
export interface MethodLabel {
  /** "new " of a constructor, else "" */
  readonly keyword: string;
  /** "o.a.c." */
  readonly packages: string;
  readonly className: string;
  /** "" of a constructor */
  readonly method: string;
  /** "(int, String)" */
  readonly parameters: string;
  /** It stands for what is hidden, and is no method. */
  readonly isHidden?: boolean;
  /** The long name, for tool-tips and copies. */
  readonly long: string;
}

/** The labels of methods, each made once, and again when another name has been told. */
export class MethodLabels {
  readonly #methods: ReadonlyMap<number, MethodName>;
  readonly #full: boolean;
  readonly #hasFreeTitles: boolean;
  readonly #labels: ({ readonly of: MethodName; readonly label: MethodLabel } | undefined)[] = [];

  readonly #titles = new Map<string, MethodLabel>();

  /**
   * @param full          packages are written out
   * @param hasFreeTitles titles are named as a program likes: a dot in them divides nothing
   */
  constructor(methods: ReadonlyMap<number, MethodName>, full = false, hasFreeTitles = false) {
    this.#methods = methods;
    this.#full = full;
    this.#hasFreeTitles = hasFreeTitles;
  }

  /** Of a row of a table: its method's, or what stands in its place. */
  of({ method, title }: Pick<TableRow, 'method' | 'title'>): MethodLabel {
    if (title === null) return this.get(method);
    const known = this.#titles.get(title);
    if (known) return known;
    const text = visibleText(title);
    const simple = this.#hasFreeTitles ? text : simpleName(text);
    const packages = text.slice(0, text.length - simple.length);
    const label = { keyword: '', packages, className: simple, method: '', parameters: '', long: text };
    this.#titles.set(title, label);
    return label;
  }

  get(id: number): MethodLabel {
    const method = this.#methods.get(id) ?? unknownMethod(id);
    const known = this.#labels[id];
    if (known?.of === method) return known.label;
    const label = methodLabel(method, this.#full);
    this.#labels[id] = { of: method, label };
    return label;
  }
}

export function methodLabel(method: Omit<MethodInfo, 'id' | 'root'>, full = false): MethodLabel {
  const { className, name } = method;
  if (className === '') {
    const long = `${HIDDEN_NAME}: what steps and filters hide here, summed up`;
    return {
      keyword: '',
      packages: '',
      className: HIDDEN_NAME,
      method: '',
      parameters: '',
      long,
      isHidden: true,
    };
  }
  if (isNativeOwner(className)) {
    const long = visibleText(nativeName(method));
    return { keyword: '', packages: '', className: long, method: '', parameters: '', long };
  }
  const simple = simpleName(className);
  const isConstructor = name === '<init>';
  const parameters = parameterTypes(method.descriptor).map(simpleName).join(', ');
  return {
    keyword: isConstructor ? 'new ' : '',
    packages: visibleText((full ? className : shortenedName(className)).slice(0, -simple.length)),
    className: visibleText(simple),
    method: isConstructor ? '' : visibleText(name),
    parameters: name === '<clinit>' ? '' : `(${visibleText(parameters)})`,
    long: visibleText(methodName(method, 'long')),
  };
}
