"""The deletions of what decides what is stored of responses, and given again."""

FOLDER = "Sources/ApusCaching/"
MOMENT = FOLDER + "Times/Moment.swift"
LIST = FOLDER + "Directives/DirectiveList.swift"
VALUES = FOLDER + "Times/Delta.swift"
WISHES = FOLDER + "Directives/RequestDirectives.swift"
CONTROL = FOLDER + "Directives/ResponseDirectives.swift"
KEY = FOLDER + "Keys/Key.swift"
ENTRY = FOLDER + "Entries/Entry.swift"
STORING = FOLDER + "Entries/Entry+Storing.swift"
SELECTION = FOLDER + "Entries/Selection.swift"
TERMS = FOLDER + "Entries/Terms.swift"
VALIDATORS = FOLDER + "Entries/Validators.swift"
DECISION = FOLDER + "Decisions/Decision.swift"
VERDICT = FOLDER + "Decisions/Verdict.swift"
FLIGHTS = FOLDER + "Exchanges/Flights.swift"
FETCH = FOLDER + "Exchanges/Fetch.swift"
INVALIDATIONS = FOLDER + "Exchanges/Invalidations.swift"
TABLE = FOLDER + "Stores/MemoryTable.swift"
FORMAT = FOLDER + "Stores/DiskFormat.swift"
CODING = FOLDER + "Stores/Stored+Coding.swift"
ENTRIES = FOLDER + "Stores/DiskEntries.swift"
REMOVING = FOLDER + "Stores/DiskEntries+Removing.swift"
OPENING = FOLDER + "Stores/DiskFolder+Opening.swift"
CENSUS = FOLDER + "Stores/DiskCensus.swift"
SWEEP = FOLDER + "Stores/DiskSweep.swift"
FILE = FOLDER + "Stores/DiskFile.swift"
STORE = FOLDER + "Stores/DiskStore.swift"
OWED = FOLDER + "Stores/OwedRemovals.swift"
TESTS = r"ApusCachingTests\."


def other(name, file, old, new):
    return (f"caching: {name}", file, old, new, TESTS)


def without(name, file, condition):
    """A part of a conjunction that always holds."""
    return other(name, file, condition, f"(DELETED || {condition})")


def never(name, file, condition):
    """A part of a disjunction, or a condition, that never holds."""
    return other(name, file, condition, f"(!DELETED && {condition})")


DELETIONS = [
    # Time.
    never("a clock that was set back between eras", MOMENT, "onWall < 0"),
    other("the longer of two times", MOMENT, "return max(onWall, onSteady)",
          "return DELETED ? onWall : max(onWall, onSteady)"),
    without("eras are not compared", MOMENT, "era == earlier.era"),
    without("times that run backwards", MOMENT, "difference >= 0"),
    # Directives.
    other("a broken list", LIST, "isBroken = true\n          ahead = cursor",
          "isBroken = !DELETED\n          ahead = cursor"),
    without("the limit of directives", LIST, "directives.count < Self.directiveLimit"),
    without("the limit of bytes", LIST, "byteCount <= Self.byteLimit"),
    other("two times that differ", VALUES, "self == .absent || self == other ? other : .invalid",
          "self == .absent || self == other || DELETED ? other : .invalid"),
    other("a number beyond the limit", VALUES, "min(Int64(clamping: number), Caching.secondsLimit)",
          "DELETED ? Int64(clamping: number) : min(Int64(clamping: number), Caching.secondsLimit)"),
    without("digits alone", VALUES, "argument.allSatisfy(ByteSet.digits.contains)"),
    without("no-cache of everything stays", VALUES, "self != .all"),
    other("a broken list stores nothing", CONTROL,
          "if list.isBroken {\n        noStore = true\n        mustUnderstand",
          "if list.isBroken {\n        noStore = !DELETED\n        mustUnderstand"),
    other("a broken list is not understood", CONTROL, "mustUnderstand = false\n      }",
          "mustUnderstand = DELETED && mustUnderstand\n      }"),
    other("a broken wish", WISHES, "noStore = true\n        noCache = true",
          "noStore = !DELETED\n        noCache = true"),
    never("Pragma", WISHES, 'fields.list("Pragma", contains: "no-cache")'),
    # Keys.
    other("credentials in keys", KEY, "parts += [Self.lowercased(name), value.bytes]",
          "parts += [Self.lowercased(name), DELETED ? [] : value.bytes]"),
    other("fields of credentials in keys", KEY, "for name in request.fields.present(of: Self.credentialFields) {",
          "for name in request.fields.present(of: Self.credentialFields) where !DELETED {"),
    other("sensitive fields in keys", KEY, "parts += [name, field.value.bytes]",
          "parts += DELETED ? [] : [name, field.value.bytes]"),
    other("sensitive fields are in no order", KEY,
          "in marked.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) })",
          "in DELETED ? marked : marked.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) })"),
    other("identities stand for values in keys", KEY,
          "if let identity = request.identities[name] {",
          "if !DELETED, let identity = request.identities[name] {"),
    other("an identity is no value", KEY, "parts += [Self.lowercased(name) + [0], identity]",
          "parts += [Self.lowercased(name) + (DELETED ? [] : [0]), identity]"),
    other("identities stand for values where a response varies", KEY,
          "let identity = request.identities[name]\n",
          "let identity = DELETED ? nil : request.identities[name]\n"),
    other("keys with credentials are not remembered", KEY, "let isKept = secrets",
          "let isKept = DELETED || secrets"),
    other("an identity that is not known", "Sources/ApusCaching/Keys/Request.swift",
          "liftsChecks || isUnidentified", "liftsChecks || (!DELETED && isUnidentified)"),
    without("challenges are not stored", VERDICT, "!status.isChallenge"),
    other("the trust in keys", KEY, "Client(trust: request.trust,",
          "Client(trust: DELETED ? [] : request.trust,"),
    other("lengths in keys", KEY, "writer.write(UInt64(part.count))",
          "if !DELETED { writer.write(UInt64(part.count)) }"),
    # Freshness and age.
    other("the age that it came with", ENTRY, "min(max(apparent, Self.age(fields) + delay)",
          "min(max(apparent, (DELETED ? 0 : Self.age(fields)) + delay)"),
    other("the delay of an answer", ENTRY, "let delay = min(", "let delay = DELETED ? 0 : min("),
    other("the age by Date", ENTRY,
          "apparent = max(0, received.wall.secondsSinceEpoch - date.secondsSinceEpoch)",
          "apparent = DELETED ? 0 : "
          "max(0, received.wall.secondsSinceEpoch - date.secondsSinceEpoch)"),
    other("the time in the store", ENTRY, "min(resident, secondsLimit), secondsLimit)",
          "(DELETED ? 0 : min(resident, secondsLimit)), secondsLimit)"),
    other("s-maxage is for shared caches", TERMS, "if rules.isShared, let seconds",
          "if rules.isShared || DELETED, let seconds"),
    other("an invalid Expires", TERMS, "case .invalid: return 0",
          "case .invalid: return DELETED ? nil : 0"),
    other("an invalid max-age", TERMS, "case .invalid: 0\n", "case .invalid: DELETED ? nil : 0\n"),
    other("no guess unless asked", TERMS, "max(rules.heuristicPercentage, 0)",
          "max(rules.heuristicPercentage, DELETED ? 10 : 0)"),
    other("no guess for any status", TERMS, "isHeuristic || directives.isPublic,",
          "DELETED || isHeuristic || directives.isPublic,"),
    other("must-revalidate", TERMS, "directives.mustRevalidate || directives.noCache == .all",
          "!DELETED && directives.mustRevalidate || directives.noCache == .all"),
    never("proxy-revalidate", TERMS, "directives.proxyRevalidate"),
    # Decisions.
    without("the caller's own conditions", DECISION, "!request.isConditional"),
    without("content of a request", DECISION, "!request.hasContent"),
    without("lifted checks are not answered", DECISION, "!request.isBarred"),
    other("only-if-cached with a miss", DECISION,
          "if wishes.onlyIfCached { return .refuse }\n      return .fetch",
          "if wishes.onlyIfCached, !DELETED { return .refuse }\n      return .fetch"),
    other("only-if-cached with what is stale", DECISION,
          "if wishes.onlyIfCached { return .refuse }\n    let why",
          "if wishes.onlyIfCached, !DELETED { return .refuse }\n    let why"),
    other("only-if-cached sends nothing behind", DECISION,
          "request.method == .get && !wishes.onlyIfCached",
          "request.method == .get && (DELETED || !wishes.onlyIfCached)"),
    without("Vary", DECISION, "entry.selection.matches(request, keying)"),
    other("the newest is chosen", DECISION,
          "entries[other].received.wall >= entry.received.wall",
          "(DELETED || entries[other].received.wall >= entry.received.wall)"),
    other("fresh for not a second longer", DECISION, "let isFresh = lifetime > age",
          "let isFresh = DELETED ? lifetime >= age : lifetime > age"),
    other("no-cache of a request", DECISION, "guard !wishes.noCache, directives.noCache != .all,",
          "guard DELETED || !wishes.noCache, directives.noCache != .all,"),
    other("immutable only while fresh", DECISION, "(isFresh && directives.isImmutable)",
          "((isFresh || DELETED) && directives.isImmutable)"),
    never("max-age of a request", DECISION, "age > limit"),
    never("min-fresh", DECISION, "lifetime - age < least"),
    other("what is stale is forbidden", DECISION,
          "guard !entry.terms.forbidsStale(self) else { return nil }",
          "guard DELETED || !entry.terms.forbidsStale(self) else { return nil }"),
    other("max-stale has an end", DECISION, "if age - lifetime <= limit {",
          "if DELETED || age - lifetime <= limit {"),
    other("stale-while-revalidate has an end", DECISION,
          "seconds, age - lifetime <= limit\n",
          "seconds, DELETED || age - lifetime <= limit\n"),
    other("a failing server lifts no prohibition", DECISION,
          "guard !wishes.noCache, !entry.terms.forbidsStale(self), let age",
          "guard !wishes.noCache, DELETED || !entry.terms.forbidsStale(self), let age"),
    without("stale-if-error has an end", DECISION, "staleness <= limit"),
    without("stale-if-error is allowed by someone", DECISION, "limit > 0"),
    # Verdicts.
    without("a 304 about something else", VERDICT,
            "Caching.Validators(response.fields).fit(stored.terms.validators)"),
    without("changed Vary fields", VERDICT, "entry.selection.matches(final, keying)"),
    without("what is usable", VERDICT, "isUsable(entry)"),
    other("no-store of a response", VERDICT, "} else if directives.noStore {",
          "} else if directives.noStore, !DELETED {"),
    without("parts are not stored", VERDICT, "status != .partialContent"),
    without("must-understand knows the status", VERDICT,
            "Self.understood.contains(status.code)"),
    without("private in a shared cache", VERDICT, "directives.isPrivate != .all"),
    without("Authorization in a shared cache", VERDICT,
            "!isAuthorized"),
    other("HEAD about something else", VERDICT, "guard value == stored.head.fields[name] else {",
          "guard DELETED || value == stored.head.fields[name] else {"),
    without("safe methods drop nothing", VERDICT, "!request.method.isSafe"),
    without("failures drop nothing", VERDICT, "(200...399).contains(response.status.code)"),
    without("one origin alone", VERDICT, "url.origin == request.url.origin"),
    other("what was answered otherwise is dropped", FETCH,
          "if discardsStored, let stored {", "if discardsStored, !DELETED, let stored {"),
    without("an invalidation during a fetch", FETCH,
            "!cache.invalidations.concern(key.place, since: begun)"),
    other("invalidations that are forgotten", INVALIDATIONS, "$0.places[place] ?? 0, $0.forgotten",
          "$0.places[place] ?? 0, DELETED ? 0 : $0.forgotten"),
    other("a 304 that forbids storing", FETCH,
          "if directives.noStore, !directives.mustUnderstand {",
          "if directives.noStore, !DELETED, !directives.mustUnderstand {"),
    # Entries.
    other("fields of a connection", STORING, "var left = unstored",
          "var left = DELETED ? [] : unstored"),
    other("fields that Connection names", STORING,
          "for value in fields.values(of: .connection) {",
          "for value in fields.values(of: .connection) where !DELETED {"),
    other("what a 304 leaves", STORING, "subtracting(Self.bound)",
          "subtracting(DELETED ? [] : Self.bound)"),
    other("private fields in a shared cache", STORING, "if rules.isShared, case",
          "if rules.isShared, !DELETED, case"),
    without("Vary of everything", SELECTION, '!unique.contains("*")'),
    without("the limit of Vary", SELECTION, "unique.count <= Self.nameLimit"),
    other("entity tags are what they are", VALIDATORS, "Self.isEntityTag($0.span) ? $0 : nil",
          "DELETED || Self.isEntityTag($0.span) ? $0 : nil"),
    other("the time of the last change", VALIDATORS,
          "return stored.lastModifiedDate == nil || stored.lastModifiedDate == date",
          "return DELETED || stored.lastModifiedDate == nil || stored.lastModifiedDate == date"),
    # Flights and stores.
    without("the limit of those who wait", FLIGHTS,
            "flight.followers.count < Self.followerLimit"),
    without("only a leader ends a flight", FLIGHTS, "flight.leader == asker"),
    without("the limit of an entry", TABLE, "count <= entryByteLimit - taken"),
    other("a use makes newer", TABLE, "unlink(index)\n    linkNewest(index)\n    return pieces",
          "if !DELETED {\n      unlink(index)\n      linkNewest(index)\n    }\n    return pieces"),
    other("invalidation ends writing", TABLE,
          "byteCount -= writers.removeValue(forKey: id) ?? 0",
          "if !DELETED { byteCount -= writers.removeValue(forKey: id) ?? 0 }"),
    without("the code of a head", FORMAT,
            "isCode(rest.suffix(Self.codeByteCount), of: covered, place: .max, id: 0)"),
    other("the secret under codes", FORMAT, "HMAC.code(.sha256, key: secret, for: purpose.span)",
          "HMAC.code(.sha256, key: DELETED ? purpose.span : secret, for: purpose.span)"),
    without("the owner of a folder", OPENING, "status.owner == apus_user()"),
    without("the permissions of a folder", OPENING, "status.permissions & 0o077 == 0"),
    without("the links of a secret", OPENING, "status.linkCount <= 1"),
    other("a place that cannot be listed", REMOVING,
          "guard listing.result == 0 else { return false }\n      let files",
          "guard listing.result == 0 || DELETED else { return false }\n      let files"),
    other("the mark of a removal", REMOVING, "let marked = folder.makeFolder(place.mark)",
          "let marked = DELETED ? 0 : folder.makeFolder(place.mark)"),
    other("a marked place", REMOVING, "return result == 0 && clear(place)",
          "return DELETED || result == 0 && clear(place)"),
    other("a head that was not brought up to date", STORE, "        await remove(stored)\n",
          "        if !DELETED { await remove(stored) }\n"),
    other("a removal that failed", OWED, "let isDone = await remove(owed.scope)",
          "let isDone = await remove(owed.scope) || DELETED"),
    without("a removal that is noted meanwhile", OWED,
            "state.owed(of: place)?.number == owed.number"),
    without("the limit of owed removals", OWED, "state.places.count < Self.limit"),
    other("a folder that cannot be listed", SWEEP, "guard listing.result == 0 else {",
          "guard listing.result == 0 || DELETED else {"),
    other("a folder with too many names", SWEEP, "guard listing.isCutShort else {",
          "guard listing.isCutShort, !DELETED else {"),
    other("blocks are counted", FILE, "cost = max(blocks, length, 0)",
          "cost = (DELETED ? length : max(blocks, length, 0))"),
    never("the limit of entries", CENSUS, "total.entryCount > entryLimit"),
    other("nothing behind the end", FORMAT, "count > 0 || end == file.byteCount",
          "count > 0 || DELETED || end == file.byteCount"),
    other("fields that end their line", CODING,
          "!value.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 })",
          "DELETED || !value.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 })"),
    other("a newer head of another entry", ENTRIES,
          "news.id == found.stored.id ? news : found.stored",
          "DELETED || news.id == found.stored.id ? news : found.stored"),
    other("a newest head that is broken", ENTRIES,
          "remove(found.name)\n          continue",
          "if DELETED { entries.append(found.stored) } else { remove(found.name) }\n"
          "          continue"),
    other("the budget of a folder", CENSUS, "guard total.byteCount > byteBudget ||",
          "guard !DELETED && total.byteCount > byteBudget ||"),
]
