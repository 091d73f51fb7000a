import ApusNet
import Testing

/// The catalogues of the documentation, and the site that `.ci/docs` builds of them.
///
/// `.ci/docs` itself compares all declarations and articles with the pages of the site.
@Suite struct SiteTests {
  private static let site = House.root + "/.build/docs/Apus.doccarchive"

  /// A Boolean value that indicates whether tests of the site run: its absence is a failure if
  /// `APUS_STRICT` is 1.
  private static let isExpected: Bool = {
    let variables = (try? Files.contents(of: "/proc/self/environ")) ?? []
    let isStrict = variables.split(separator: 0).contains {
      $0.elementsEqual("APUS_STRICT=1".utf8)
    }
    return isStrict || Files.exists(site)
  }()

  @Test(
    .enabled(if: SiteTests.isExpected, "the site is not built: run .ci/docs"),
    arguments: [
      ("ApusSession/HTTPSession", "HTTPSession", "HTTPSession/configuration"),
      ("ApusHTTP/HTTP/Request", "HTTP.Request", "Request/withIdempotencyKey(_:)"),
      ("ApusTLS/TLS/Policy", "TLS.Policy", "Policy/revocation"),
      ("ApusX509/X509/Certificate", "X509.Certificate", "Certificate/subject"),
      ("ApusSerialization/JSONCoder", "JSONCoder", "JSONCoder/keys"),
      ("ApusTestServer/TestNetwork", "TestNetwork", "TestNetwork/elapsed"),
    ])
  func `the documentation page of a type contains its title, summary and members`(
    path: String, title: String, member: String
  ) throws {
    let address = path.lowercased()
    let page = String(
      decoding: try Files.contents(of: "\(Self.site)/data/documentation/\(address).json"),
      as: UTF8.self)
    #expect(page.contains("\"title\":\"\(title)\""))
    #expect(page.contains("\"abstract\":[{"))
    #expect(page.contains(member.split(separator: "/").joined(separator: #"\/"#)))
    #expect(Files.exists("\(Self.site)/documentation/\(address)/index.html"))
  }

  @Test func `each library has a documentation page with its purpose, example and types`() throws {
    let modules = try House.here.get().floors.modules.map(\.name)
    let manifest = try text(of: "Package.swift")
    #expect(modules.count >= 20)
    for module in modules {
      let page = try text(of: "Sources/\(module)/\(module).docc/\(module).md")
      let isProduct = manifest.contains(".library(name: \"\(module)\"")
      #expect(page.hasPrefix("# ``\(module)``\n\n"), "\(module)")
      #expect(!isProduct || page.contains("\n```swift\n"), "\(module) has no code")
      #expect(page.contains("\n## Topics\n\n### "), "\(module) has no topics")
    }
  }

  @Test func `the first documentation page lists every name that importing Apus provides`() throws {
    let page = try text(of: "Sources/Apus/Apus.docc/Apus.md")
    let lines = try text(of: "Sources/Apus/Exports.swift").split(separator: "\n")
      .filter { $0.hasPrefix("@_exported ") && !$0.contains(" ApusFoundation.") }
    #expect(lines.count > 50)
    for line in lines {
      let name = try #require(line.split(separator: " ").last)
      let path = name.split(separator: ".").joined(separator: "/")
      // The path of a function has the labels of its parameters.
      #expect(
        page.contains("\n- ``/\(path)``\n") || page.contains("\n- ``/\(path)("), "\(name)")
    }
  }

  /// The subjects that have an article of their own.
  private static let subjects = [
    "Install", "FirstRequests", "Errors", "Timeouts", "Requests", "Responses", "Serializers",
    "WritingASerializer", "Streams", "Downloads", "Tasks", "RetriesAndIdempotency",
    "RedirectsCookiesAuthentication", "Testing", "Monitoring", "Isolation", "ComingFrom",
    "TLSInTenMinutes", "Revocation", "SessionResumption", "EgressRules", "ThreatModel",
    "PastAttacks", "Proxies",
    "NamesAndSockets", "NetworkReachability", "Trailers", "LimitsAndDefaults", "Caches",
    "Interceptors", "Recipes", "Architecture",
    "Performance", "Measuring",
  ]

  @Test(arguments: subjects)
  func `each topic has an article that the first documentation page lists`(subject: String) throws {
    #expect(try text(of: "Sources/Apus/Apus.docc/\(subject).md").hasPrefix("# "))
    let page = try text(of: "Sources/Apus/Apus.docc/Apus.md")
    #expect(page.contains("\n- <doc:\(subject)>\n"))
  }

  @Test func `each article links to a symbol and to a second article`() throws {
    let articles = try House.here.get().files.map(\.path).filter { isArticle($0) }
    #expect(articles.count >= 45)
    for path in articles {
      let page = try text(of: path)
      #expect(page.contains("``/Apus") || page.contains("- ``"), "\(path) links to no symbol")
      #expect(page.contains("<doc:") || isPage(ofModule: path), "\(path) links to no article")
      #expect(Self.misplaced([path]).isEmpty)
    }
  }

  @Test func `each feature in the README links to its article`() throws {
    let list = try #require(try text(of: "README.md").split(separator: "\n```swift").first)
    let features = list.split(separator: "\n- **").dropFirst()
    #expect(features.count >= 8)
    for feature in features {
      let paths = feature.split(separator: "](").dropFirst()
        .compactMap { $0.split(separator: ")").first }
      #expect(!paths.isEmpty, "\(feature)")
      for path in paths {
        #expect(try text(of: String(path)).hasPrefix("# "), "\(path) is not an article")
      }
    }
  }

  @Test func `an article outside the documentation catalogue of its module is reported`() {
    let paths = [
      "Sources/Apus/Apus.docc/Apus.md", "Sources/Apus/Apus/Errors.md", "Sources/Apus/Errors.md",
      "Sources/ApusTLS/Apus.docc/TLS.md", "Tests/Apus/README.md",
    ]
    #expect(Self.misplaced(paths) == Array(paths[1...3]))
  }

  /// Returns the articles that DocC would ignore: those in no folder `Sources/X/X.docc`.
  private static func misplaced(_ paths: [String]) -> [String] {
    paths.filter { path in
      let parts = path.split(separator: "/")
      guard parts.first == "Sources", path.hasSuffix(".md") else { return false }
      return parts.count < 4 || parts[2] != parts[1] + ".docc"
    }
  }

  private func isArticle(_ path: String) -> Bool {
    path.hasPrefix("Sources/") && path.hasSuffix(".md") && !path.contains("/Resources/")
  }

  /// Returns whether a path is that of the page of a module.
  private func isPage(ofModule path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.count == 4 && parts[3] == parts[1] + ".md"
  }

  private func text(of path: String) throws -> String {
    String(decoding: try Files.contents(of: House.root + "/" + path), as: UTF8.self)
  }
}
