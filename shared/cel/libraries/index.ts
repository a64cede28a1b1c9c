/**
 * What Kubernetes adds to the expression language, by the release that brought it (the server’s
 * `pkg/cel/environment/base.go`): functions on texts, lists, sets, patterns, URLs, quantities, addresses,
 * formats and versions, and the authorizer. The core library of the language is part of `Environment`.
 */

import { authorizerFunctions, selectorFunctions } from './authorizer.ts'
import { celListFunctions } from './celLists.ts'
import { cidrFunctions, cidrType } from './cidr.ts'
import type { Library } from './define.ts'
import { formatFunctions } from './format.ts'
import { validateFormatCalls } from './formatValidation.ts'
import { ipFunctions, ipType } from './ip.ts'
import { jsonPatchFunctions } from './jsonPatch.ts'
import { listFunctions } from './lists.ts'
import { quantityFunctions } from './quantity.ts'
import { regexFunctions } from './regex.ts'
import { semverFunctions } from './semver.ts'
import { setFunctions } from './sets.ts'
import { formatFunction } from './stringFormat.ts'
import { joinFunctions, oldJoinFunctions, quoteFunction, stringFunctions } from './strings.ts'
import { urlFunctions } from './urls.ts'

export { isFourInSix, parseAddress, printAddress } from './address.ts'
export {
  type Amount,
  addAmounts,
  compareScaled as compareAmounts,
  integerAmount,
  negated,
  parseAmount,
  printAmount,
  roundedUp,
} from './amount.ts'
export {
  type AuthorizationAnswer,
  type AuthorizationLookup,
  type AuthorizationQuestion,
  authorizerOf,
  authorizerType,
  type ResourceAttributes,
  resourceCheckOf,
  resourceCheckType,
  type Subject,
  UnansweredQuestion,
} from './authorizer.ts'

/** Libraries in the order in which the server adds them: signatures are tried in it. */
export const kubernetesLibraries: readonly Library[] = [
  { since: 0, functions: urlFunctions },
  { since: 0, functions: regexFunctions },
  { since: 0, functions: listFunctions },
  { since: 27, functions: authorizerFunctions },
  { since: 28, functions: quantityFunctions },
  { since: 0, functions: stringFunctions },
  { since: 0, until: 29, functions: oldJoinFunctions },
  { since: 29, functions: [...joinFunctions, formatFunction, quoteFunction], validate: validateFormatCalls },
  { since: 29, functions: setFunctions },
  { since: 30, functions: ipFunctions, types: new Map([['net.IP', ipType]]) },
  { since: 30, functions: cidrFunctions, types: new Map([['net.CIDR', cidrType]]) },
  { since: 31, functions: formatFunctions },
  { since: 31, functions: selectorFunctions },
  { since: 33, functions: semverFunctions },
  { since: 34, functions: celListFunctions },
]

/** What mutating policies have besides. */
export const patchLibrary: Library = { since: 0, functions: jsonPatchFunctions }
