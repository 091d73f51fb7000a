"""The deletions of what decides which cookies are kept and sent."""

FOLDER = "Sources/ApusCookies/"
CHECKS = FOLDER + "Cookie+Checks.swift"
MATCHING = FOLDER + "Cookie+Matching.swift"
JAR = FOLDER + "CookieJar.swift"
STORE = FOLDER + "CookieStore.swift"
READING = FOLDER + "SetCookie.swift"
DATE = FOLDER + "CookieDate.swift"
RULES = FOLDER + "PublicSuffixRules.swift"
ARCHIVE = FOLDER + "CookieArchive.swift"
FILE = FOLDER + "CookieFile.swift"
LIST = "Sources/ApusNames/PublicSuffix/SuffixTables+Reading.swift"
TESTS = r"ApusCookiesTests\."


def refusal(name, file, guard):
    """A guard that lets everything pass; it begins its line."""
    return (f"cookies: {name}", file, f"guard {guard}", f"guard DELETED || {guard}", TESTS)


def other(name, file, old, new):
    return (f"cookies: {name}", file, old, new, TESTS)


def of_list(name, old, new):
    return (f"suffixes: {name}", LIST, old, new, r"ApusNamesTests\.SuffixTables")


DELETIONS = [
    # What a request carries.
    refusal("the length of a request's field", JAR, "count <= room else"),
    other("cookies of the host alone are kept first", JAR,
          "where entries[index].cookie.isHostOnly == isHostOnly {",
          "where DELETED ? isHostOnly : entries[index].cookie.isHostOnly == isHostOnly {"),

    # What one Set-Cookie value says.
    other("control characters", READING, "where HTTP.Cookie.isControl(bytes[index]) {",
          "where !DELETED && HTTP.Cookie.isControl(bytes[index]) {"),
    refusal("the length of an attribute", READING, "value.count <= Self.attributeLimit else"),
    other("a life of 400 days by Expires", READING, "expires.map { min($0, latest) }",
          "expires.map { DELETED ? $0 : min($0, latest) }"),
    other("a life of 400 days by Max-Age", READING,
          "min(seconds * 10 + Int64(byte - 0x30), lifetimeLimit)",
          "min(seconds * 10 + Int64(byte - 0x30), DELETED ? 1 << 40 : lifetimeLimit)"),
    other("Max-Age before Expires", READING, "if let maxAge {",
          "if let maxAge, !DELETED || expires == nil {"),
    other("a negative Max-Age", READING, "return isNegative ? 0 : seconds",
          "return isNegative && !DELETED ? 0 : seconds"),
    other("a Max-Age that is no number", READING,
          "guard ByteSet.digits.contains(byte) else { return nil }",
          "guard ByteSet.digits.contains(byte) else { return DELETED ? seconds : nil }"),
    other("the dot before a domain", READING, "let hasDot = ", "let hasDot = !DELETED && "),
    # Dates.
    refusal("years before 1601", DATE, "year >= 1601, "),
    other("years of two figures", DATE, "case 70...99: year += 1900",
          "case 70...99: year += DELETED ? 2000 : 1900"),
    other("the first token that fits counts", DATE, "if time == nil, let time",
          "if DELETED || time == nil, let time"),
    # What every cookie passes.
    refusal("neither name nor value", CHECKS, "!nameBytes.isEmpty || !valueBytes.isEmpty else"),
    refusal("the length of any pair", CHECKS, "count <= Self.pairLimit else"),
    refusal("an equals sign in a name", CHECKS, "!nameBytes.contains(0x3d) else"),
    other("controls in what is not received", CHECKS,
          "if let at = bytes.firstIndex(where: Self.isControl) {",
          "if !DELETED, let at = bytes.firstIndex(where: Self.isControl) {"),
    refusal("a path begins with a slash", CHECKS, "pathBytes.first == 0x2f,"),
    other("SameSite=None needs Secure", CHECKS, "SameSite.none, !isSecure {",
          "SameSite.none, !isSecure, !DELETED {"),
    other("prefixes in any letter case", CHECKS,
          "ASCII.equalsIgnoringCase(bytes.span.extracting(0..<count), prefix.rawValue)",
          "(DELETED ? bytes.starts(with: prefix.rawValue.utf8) : "
          "ASCII.equalsIgnoringCase(bytes.span.extracting(0..<count), prefix.rawValue))"),
    refusal("a value without a name that looks like a prefix", CHECKS,
            "!nameBytes.isEmpty else { throw .unmetPrefix"),
    refusal("__Secure- needs Secure", CHECKS, "isSecure else { throw .unmetPrefix(.secure) }"),
    other("__Host- needs Secure", CHECKS, "guard isSecure, isHostOnly,",
          "guard DELETED || isSecure, isHostOnly,"),
    other("__Host- needs one host", CHECKS, "isHostOnly, pathBytes == [0x2f]",
          "DELETED || isHostOnly, pathBytes == [0x2f]"),
    other("__Host- needs the whole path", CHECKS, "pathBytes == [0x2f] else",
          "DELETED || pathBytes == [0x2f] else"),
    # Where cookies go.
    other("host-only", MATCHING, "(isHostOnly ? host == domain",
          "(isHostOnly && !DELETED ? host == domain"),
    other("secure cookies over secure connections alone", MATCHING,
          "(isSecure || !self.isSecure)", "(DELETED || isSecure || !self.isSecure)"),
    other("a path ends at a slash", MATCHING,
          "return path.count == above.count || above.last == 0x2f",
          "return DELETED || path.count == above.count || above.last == 0x2f"),
    other("host-only tells cookies apart", MATCHING, "isHostOnly == other.isHostOnly",
          "(DELETED || isHostOnly == other.isHostOnly)"),
    other("the path tells cookies apart", MATCHING, "&& pathBytes == other.pathBytes",
          "&& (DELETED || pathBytes == other.pathBytes)"),
    other("the name that a server reads in a value", MATCHING,
          "guard nameBytes.isEmpty, let end", "guard !DELETED, nameBytes.isEmpty, let end"),
    other("secure cookies of domains above", MATCHING,
          "(Self.domainMatches(domain, other.domain)",
          "((DELETED ? false : Self.domainMatches(domain, other.domain))"),
    other("secure cookies of hosts below", MATCHING, "|| Self.domainMatches(other.domain, domain))",
          "|| !DELETED && Self.domainMatches(other.domain, domain))"),
    # What a jar takes.
    refusal("Secure over http", JAR, "isSecure || !cookie.isSecure else"),
    other("http before a secure cookie", JAR, "if !isSecure, !cookie.isSecure,",
          "if !DELETED, !isSecure, !cookie.isSecure,"),
    other("a secure cookie that has ended guards nothing", JAR,
          "!$0.isExpired(at: now) && $0.isShadowed", "(DELETED || !$0.isExpired(at: now)) && $0.isShadowed"),
    other("__Host- needs the attribute of the path", JAR, "if said.path == nil,",
          "if !DELETED, said.path == nil,"),
    other("a domain is ASCII", JAR, "bytes.allSatisfy({ $0 < 0x80 })",
          "DELETED || bytes.allSatisfy({ $0 < 0x80 })"),
    other("a domain has no dot at its end", JAR, "name.hasTrailingDot {",
          "name.hasTrailingDot, !DELETED {"),
    refusal("a domain is above the host", JAR, "HTTP.Cookie.domainMatches(host, domain) else"),
    refusal("a domain is of the host's owner", JAR,
            "name.bytes.count >= suffixes.site(of: host).count else"),
    other("a host that is a suffix has cookies of its own alone", JAR,
          "suffixes.isPublicSuffix(name) ? nil", "suffixes.isPublicSuffix(name) && !DELETED ? nil"),
    of_list("a list that was cut off", "guard section == nil else { throw .unendedSection }",
            "guard DELETED || section == nil else { throw .unendedSection }"),
    of_list("the length of a list", "guard list.count <= Self.byteLimit else",
            "guard DELETED || list.count <= Self.byteLimit else"),
    of_list("the number of rules", "guard registries.count + owners.count <= Self.ruleLimit else",
            "guard DELETED || registries.count + owners.count <= Self.ruleLimit else"),
    of_list("the length of a rule", "guard text.count < limit else",
            "guard DELETED || text.count < limit else"),
    of_list("an exception leaves a suffix", "!isException || labels.count > 1 else",
            "DELETED || !isException || labels.count > 1 else"),
    of_list("an exception hides the rules below it", "if exceptions.contains(line[...]) {",
            "if !DELETED, exceptions.contains(line[...]) {"),
    other("the program's own cookies reach over no owners", JAR, "if !cookie.isHostOnly, case",
          "if !DELETED, !cookie.isHostOnly, case"),
    other("the program's own cookies live for 400 days", JAR, "cookie.expiry.map { min(",
          "DELETED ? cookie.expiry : cookie.expiry.map { min("),
    other("what has ended is not sent", JAR, "      !cookie.isExpired(at: now) && cookie.isSent",
          "      (DELETED || !cookie.isExpired(at: now)) && cookie.isSent"),
    other("http to this machine counts where that is asked for", JAR,
          "|| countsLoopbackAsSecure &&", "|| (DELETED || countsLoopbackAsSecure) &&"),
    # What a jar keeps, and in which order.
    other("longer paths first", STORE, "counts.0 == counts.1 ?", "DELETED || counts.0 == counts.1 ?"),
    other("a cookie that is set again keeps its place", STORE, "creation: old.creation,",
          "creation: DELETED ? step : old.creation,"),
    other("an end that has come removes", STORE,
          "guard !cookie.isExpired(at: now) else { return }",
          "guard DELETED || !cookie.isExpired(at: now) else { return }"),
    other("a domain's share", STORE, "while bucket.count > max(0, limit) {",
          "while !DELETED, bucket.count > max(0, limit) {"),
    other("what has ended goes first", STORE, "    removeExpired(at: now)\n    steps += 1",
          "    if !DELETED { removeExpired(at: now) }\n    steps += 1"),
    other("of a domain what is not secure goes next", STORE, "insecure.isEmpty ?",
          "DELETED || insecure.isEmpty ?"),
    other("the number of all cookies", STORE, "count > limits.cookies ||",
          "(!DELETED && count > limits.cookies) ||"),
    other("the bytes of all cookies", STORE, "byteCount > limits.byteCount",
          "(!DELETED && byteCount > limits.byteCount)"),
    other("what is sent is used", STORE, "bucket[index].use = use\n",
          "if !DELETED { bucket[index].use = use }\n"),
    other("what was used since the order was made stays", STORE,
          "bucket.removeAll { $0.use == use }", "bucket.removeAll { DELETED || $0.use == use }"),
    other("the order of use after a jar was stored", JAR, "    store.orderUsesByDate()",
          "    if !DELETED { store.orderUsesByDate() }"),
    # Rules, stores and files.
    other("a place in a name is one of a label", RULES,
          "name.labels.contains(where: { $0.lowerBound == start })",
          "DELETED || name.labels.contains(where: { $0.lowerBound == start })"),
    refusal("the version of a stored jar", ARCHIVE, "version == Self.version else"),
    other("a session's cookie in a file", FILE, "seconds == 0 ? nil :",
          "seconds == 0 && !DELETED ? nil :"),
    other("comments in a file", FILE, "isHTTPOnly || first != 0x23 else",
          "DELETED || isHTTPOnly || first != 0x23 else"),
    other("tabs that a file cannot say", FILE,
          "if cookie.nameBytes.contains(0x09) ||", "if !DELETED && cookie.nameBytes.contains(0x09) ||"),
]
