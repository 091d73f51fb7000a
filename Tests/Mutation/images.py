"""The deletions of what separates the images of requests, and of what bounds their pixels."""

FOLDER = "Sources/ApusImages/"
DIGEST = FOLDER + "Cache/RequestDigest.swift"
STORE = FOLDER + "Cache/ImageStore.swift"
KEY = FOLDER + "Downloading/DownloadKey.swift"
DOWNLOADER = FOLDER + "Downloading/Downloader.swift"
HANDLER = FOLDER + "Downloading/DownloadHandler.swift"
LOADING = FOLDER + "Downloading/HTTPSession+Loading.swift"
BUDGET = FOLDER + "Decoding/PixelBudget.swift"
PNG = FOLDER + "Decoding/PNGDecoder.swift"
ADDED = "Sources/ApusSession/Session/HTTPSession+AddedIdentity.swift"
CREDENTIALS = "Sources/ApusSession/Credentials/Credentials.swift"
TESTS = r"ApusImagesTests\.(Download\w+|ImageCache|ImagePresenter|PixelBudget)Tests/"


def other(name, file, old, new):
    return (f"images: {name}", file, old, new, TESTS)


def rule(name, file, condition):
    """A condition that is taken for met."""
    return other(name, file, condition, f"(DELETED || {condition})")


def case(name, file, condition):
    """A condition that is taken for not met."""
    return other(name, file, condition, f"(!DELETED && {condition})")


def refusal(name, file, guard):
    return other(name, file, f"guard {guard}", f"guard DELETED || {guard}")


def step(name, file, statement):
    return other(name, file, statement, f"if !DELETED {{ {statement} }}")


DELETIONS = [
    # Which requests share.
    rule("only GET is shared", DIGEST, "method == .get"),
    rule("content is not shared", DIGEST, "body.length == HTTP.BodyLength.none"),
    rule("parts and conditions are not shared", DIGEST,
         "!Self.partialNames.contains { headers.contains($0) }"),
    case("sensitive fields are part of the identity", DIGEST, "$0.value.isSensitive"),
    other("values are framed", DIGEST, "writer.write(UInt64(value.count))",
          "if !DELETED { writer.write(UInt64(value.count)) }"),
    rule("a store holds nothing for what is not shared", STORE, "request.isShareable"),
    other("a store's identifier has the credentials", STORE, 'text += "\\t" + digest',
          'if !DELETED { text += "\\t" + digest }'),
    other("a store's identifier separates its parts", STORE, 'text + " " + $0',
          'text + (DELETED ? "" : " ") + $0'),
    other("a key has the credentials", KEY, 'self.credentials = credentials ?? ""',
          'self.credentials = DELETED ? "" : credentials ?? ""'),
    other("a key has the options", KEY, "self.options = options",
          "self.options = DELETED ? HTTP.RequestOptions() : options"),
    other("a key has the chosen fields", KEY,
          "let parts = [RequestDigest.fields(names, in: request.headers)",
          'let parts = [DELETED ? "" : RequestDigest.fields(names, in: request.headers)'),
    other("a key has the loader's identity", KEY, 'added ?? ""]', '(DELETED ? nil : added) ?? ""]'),
    case("a request that is not shared has a key of its own", KEY, "request.isShareable"),
    other("an unknown identity shares nothing", KEY, "&& added != nil", "&& (DELETED || added != nil)"),
    # What the cache is given and asked.
    other("the cache has the variant in look-ups", DOWNLOADER,
          "return cache.value(for: request, identifier: key.variant)",
          "return cache.value(for: request, identifier: DELETED ? nil : key.variant)"),
    other("the policy is heeded in look-ups", DOWNLOADER, "!ignoringCache && request.usesImageCache",
          "!ignoringCache && (DELETED || request.usesImageCache)"),
    rule("the policy is heeded in storing", DOWNLOADER,
         "request.options.cachePolicy != HTTP.RequestOptions.CachePolicy.none"),
    other("a redirect to another identity is not kept", DOWNLOADER,
          "return identity(of: next) == own", "return DELETED || identity(of: next) == own"),
    other("an identity that the program names", DOWNLOADER,
          "guard let name = namedIdentity(request) else { return .unknown }",
          'let name = namedIdentity(request) ?? ""\n'
          "    guard DELETED || namedIdentity(request) != nil else { return .unknown }"),
    refusal("receipts of other downloaders", DOWNLOADER, "receipt.owner == number"),
    other("what is stored alone is not asked for", LOADING, "== .storedOnly, configuration",
          "== .storedOnly, !DELETED, configuration"),
    # What a session adds.
    other("interceptors make an identity unknown", ADDED, "guard settings.interceptors.isEmpty,",
          "guard DELETED || settings.interceptors.isEmpty,"),
    other("a session's fields are part of its identity", ADDED,
          "values += [field.name.text.utf8.map { $0 | 0x20 }, field.value.bytes]",
          "if !DELETED { values += [field.name.text.utf8.map { $0 | 0x20 }, field.value.bytes] }"),
    other("cookies are part of an identity", ADDED,
          'values += [Array("cookies".utf8), field.bytes]',
          'if !DELETED { values += [Array("cookies".utf8), field.bytes] }'),
    case("passwords are part of an identity", ADDED, "credentials.mayHaveSome"),
    case("proxies are part of an identity", ADDED, "!settings.proxies.isNone"),
    other("another password is another identity", CREDENTIALS,
          "wasSet.store(true, ordering: .releasing)\n      changes.add(1, ordering: .releasing)",
          "wasSet.store(true, ordering: .releasing)\n"
          "      if !DELETED { changes.add(1, ordering: .releasing) }"),
    # When completions are called.
    other("completions are called on the caller's actor", DOWNLOADER,
          "if executor == nil, let isolation {", "if executor == nil, !DELETED, let isolation {"),
    # How many pixels there may be at once.
    other("the pixels of all decodings are bounded", BUDGET, "!overflow && sum <= pixelCount",
          "!overflow && (DELETED || sum <= pixelCount)"),
    case("a picture alone may be larger", BUDGET, "taken == 0"),
    other("pixels are given back", PNG, "defer { budget.give(width * height) }",
          "defer { if !DELETED { budget.give(width * height) } }"),
]
