import ApusNames
import ApusNet
import ApusTLS
import ApusX509

/// The command `apus cert verify`, which verifies a certificate and explains a rejection.
struct VerifyCommand: Command {
  static let name = "verify"
  static let path = "cert verify"
  static let operands = "LEAF|HOST:PORT"
  static let summary = "verifies a certificate, and explains why a certificate is rejected"
  static let details =
    [
      "The command verifies the first certificate of LEAF. The other certificates of LEAF are",
      "possible intermediates, in any order. Without --roots the command trusts the roots of",
      "the system. --roots also reads trust stores of PKCS #12 and Java. The command",
      "downloads no files. With --crl or --ocsp each certificate of the path needs a current",
      "revocation list or OCSP response, and must not be revoked. With --leaf-only this rule",
      "applies only to the leaf certificate. Without --crl and --ocsp the command checks only",
      "the stapled OCSP response of a server.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert verify example.com:443",
    "apus cert verify server.pem --host db.internal --roots ca.pem",
  ]
  static let failure = "the certificate is not valid"
  static let statuses: [ExitStatus] = [.failure] + CertificateSources.statuses
  static let options =
    [
      Option(
        "host", takes: "NAME",
        "the host name or IP address that the certificate must contain; HOST by default"),
      Option(
        "roots", takes: "FILE", isRepeatable: true,
        "the file with trusted root certificates, instead of the system's roots"),
      Option(
        "intermediates", takes: "FILE", isRepeatable: true,
        "the file with more intermediate certificates for the certificate path"),
      Option(
        "crl", takes: "FILE", isRepeatable: true,
        "the file with revocation lists (CRL) for the certificate path"),
      Option(
        "ocsp", takes: "FILE", isRepeatable: true,
        "the file with OCSP responses for the certificate path"),
      Option("leaf-only", "checks the revocation of the leaf certificate only"),
      Option(
        "time", takes: "RFC3339", "the time at which the certificate must be valid; default: now"),
      Option(
        "purpose", takes: "server|client", "the purpose of the certificate; server by default"),
      Option(
        "profile", takes: "private|web|baseline",
        "the set of checked rules: private (default), web (also most rules of public "
          + "authorities) or baseline (all of them)"),
      Option(
        "max-depth", takes: "N",
        "the maximum number of intermediate certificates in the path; 10 by default"),
      Option("explain", "shows the accepted certificate path, or all rejected paths"),
      OutputFormat.option,
    ] + KeyOptions.options + CertificateSources.options

  enum Role: String, CaseIterable {
    case server, client
  }

  enum Rules: String, CaseIterable {
    case `private`, web, baseline, `default`

    /// The certificate profile that a server certificate must meet.
    var profile: X509.Profile {
      switch self {
      case .private, .default: .default
      case .web: .web
      case .baseline: .baseline
      }
    }
  }

  private let sources: CertificateSources
  private let rootPaths: [FilePath]
  private let intermediatePaths: [FilePath]
  /// The paths of the files that contain revocation lists or OCSP responses.
  private let evidencePaths: [FilePath]
  private let extent: X509.Revocation.Extent
  private let keys: KeyOptions
  private let purpose: X509.Purpose
  private let profile: X509.Profile
  private let moment: UnixTime?
  private let depth: Int?
  private let explains: Bool
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    rootPaths = try arguments.paths("roots")
    intermediatePaths = try arguments.paths("intermediates")
    evidencePaths = try arguments.paths("crl") + arguments.paths("ocsp")
    extent = arguments.has("leaf-only") ? .leaf : .path
    keys = try KeyOptions(arguments)
    guard extent == .path || !evidencePaths.isEmpty else {
      throw .missingOption("crl", placeholder: "FILE")
    }
    let role: Role = try arguments.choice("purpose", default: .server)
    let rules: Rules = try arguments.choice("profile", default: .private)
    let given = try arguments.value("host", expected: "a host name or an address") {
      try? CanonicalHost($0)
    }
    sources = try CertificateSources(arguments, name: given)
    guard !sources.isEmpty else { throw .missingOperand(Self.operands) }
    guard sources.paths.count + sources.servers.count == 1 else {
      throw .extraOperand("\(arguments.operands.last ?? "")")
    }
    let host = given ?? (role == .server ? sources.judgedName : nil)
    switch role {
    case .client:
      guard host == nil, rules.profile == .default else {
        let option = host != nil ? "host" : "profile"
        throw .invalidValue(
          try arguments.all(option).joined(), option: option,
          expected: "a host only with --purpose server")
      }
      (purpose, profile) = (.client, .client)
    case .server:
      guard let host else { throw .missingOption("host", placeholder: "NAME") }
      (purpose, profile) = (.server(host), rules.profile)
    }
    moment = try arguments.value("time", expected: "a date and time, as in 2026-11-21T19:30:00Z") {
      UnixTime(rfc3339: $0)
    }
    depth = try arguments.value("max-depth", expected: "a number from 0 to 64") {
      Int($0).flatMap { 0...64 ~= $0 ? $0 : nil }
    }
    explains = arguments.has("explain")
    format = try arguments.choice("format", default: .text)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    let input = await sources.read(console, reading)
    let others = CertificateInput(intermediatePaths, console, reading)
    for status in [input.report(to: &console), others.report(to: &console)]
    where status != .success { return status }
    guard let leaf = input.certificates.first else { return .unreadable }
    if format == .text {
      for line in input.visits.flatMap({ $0.lines + $0.chainLines }) { console.printLines(line) }
    }
    guard let anchors = anchors(&console, reading), let revocation = revocation(&console) else {
      return .unreadable
    }
    var verifier = X509.Verifier(anchors: anchors, profile: profile)
    verifier.revocation = revocation
    if let depth { verifier.budgets.pathLength = depth }
    do throws(X509.TrustFailure) {
      let chain = try verifier.verify(
        leaf, intermediates: Array(input.certificates.dropFirst()) + others.certificates,
        stapledResponse: input.visits.first?.presented.stapledResponse, for: purpose,
        at: moment ?? console.now)
      show(text(of: chain), Verdict.document(of: chain, input), &console)
      return input.handshakeStatus(&console)
    } catch {
      let text = explains ? Verdict.explanation(of: error) : Verdict.text(of: error)
      show(text, Verdict.document(of: error, input), &console)
      return .failure
    }
  }

  /// Prints the result of the verification in the requested output format.
  private func show(_ text: String, _ document: X509.Document, _ console: inout Console) {
    switch format {
    case .json: console.print(document.json)
    case .text: console.printLines(text)
    }
  }

  private func text(of chain: X509.VerifiedChain) -> String {
    let head = "valid as \(chain.purpose) at \(chain.moment)"
    return explains ? "\(head)\n\(Verdict.path(of: chain))" : head
  }

  /// Returns the revocation check that uses the given files. Each file must contain a well-formed
  /// revocation list or OCSP response.
  private func revocation(_ console: inout Console) -> X509.Revocation? {
    guard !evidencePaths.isEmpty else { return .whenPresent }
    var evidence: [X509.Revocation.Evidence] = []
    for path in evidencePaths {
      let shown = Console.shown(path)
      do {
        let found = try X509.Revocation.Evidence(shown, file: console.contents(of: path))
        guard !found.isEmpty else {
          console.complain("\(shown): the file contains no revocation list or OCSP response")
          return nil
        }
        evidence.append(found)
      } catch let error as X509Error {
        console.complain("\(shown): \(error)")
        return nil
      } catch {
        console.complain("\(error)")
        return nil
      }
    }
    do throws(X509Error) {
      return try X509.Revocation(.required, of: extent).adding(evidence)
    } catch {
      console.complain("\(error)")
      return nil
    }
  }

  /// The usual file paths of trusted root certificates on different operating systems.
  static let systemRoots = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Returns the trusted root certificates. Each certificate of a given file must be readable.
  private func anchors(
    _ console: inout Console, _ reading: CertificateInput.Reading
  ) -> X509.Anchors? {
    let paths =
      rootPaths.isEmpty
      ? Self.systemRoots.map { FilePath($0) }.filter { Files.exists($0) }.prefix(1) : rootPaths[...]
    guard !paths.isEmpty else {
      console.complain(
        "the system has no trusted root certificates in a usual place: type --roots FILE")
      return nil
    }
    var anchors = X509.Anchors([X509.Anchor]())
    for path in paths {
      do throws(SystemError) {
        let contents = try console.contents(of: path)
        if Self.isKeyStore(contents) {
          let store = CertificateInput([path], console, reading)
          guard store.report(to: &console) == .success else { return nil }
          anchors = anchors.union(X509.Anchors(store.certificates))
          continue
        }
        let bundle = X509.Bundle(contents)
        for problem in bundle.problems {
          let place = CertificateInput.Place(path: path, line: problem.line)
          console.complain("\(place): \(problem.error)")
        }
        guard bundle.problems.isEmpty || rootPaths.isEmpty else { return nil }
        anchors = anchors.union(X509.Anchors(bundle))
      } catch {
        console.complain("\(error)")
        return nil
      }
    }
    return anchors
  }

  /// Returns whether a file is a PKCS #12 or Java key store. The certificates of a key store are
  /// used as roots.
  private static func isKeyStore(_ contents: [UInt8]) -> Bool {
    X509.ObjectFacts.isKeyStore(contents.span) || X509.ObjectFacts.isJavaKeyStore(contents.span)
  }
}
