import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession
import ApusTLS
import ApusX509

/// The trusted root certificates and the client certificate of a request.
struct ClientSecurity {
  static let options =
    [
      Option("cacert", takes: "FILE", "trusts only the root certificates in this PEM file"),
      Option(
        "pin", takes: "sha256/…", isRepeatable: true,
        "requires the public key with this pin in the certificate path; if repeated, any "
          + "one of the pins"),
    ] + ClientCertificate.options + [Password.option]

  static let details =
    [
      "Servers are verified by the trusted roots, their names and their dates; no option disables",
      "it.",
    ] + KeyLogFile.details

  private let roots: FilePath?
  private let pins: [X509.Pin]
  private let certificate: ClientCertificate?
  private let passwordFile: FilePath?

  init(_ arguments: Arguments, for url: HTTP.URL) throws(UsageError) {
    for option in Self.options where arguments.has(option.name) && url.scheme != .https {
      throw .needsHTTPS(option: option.name)
    }
    roots = try arguments.path("cacert")
    certificate = try ClientCertificate(arguments)
    passwordFile = try arguments.path("password-file")
    var pins: [X509.Pin] = []
    for text in try arguments.all("pin") {
      guard let pin = try? X509.Pin(text) else {
        throw .invalidValue(
          text, option: "pin",
          expected: "sha256/ and 32 bytes in base64; `apus cert pins` prints pins")
      }
      pins.append(pin)
    }
    self.pins = pins
  }

  /// Sets the TLS settings of a session's configuration and reads the certificate files.
  func apply(
    to settings: inout HTTPSession.TLSSettings, _ environment: (String) -> String?
  ) throws {
    if let roots { settings.roots = try Self.roots(in: roots) }
    if let certificate {
      let password = try Password.read(file: passwordFile, environment)
      settings.identity = .fixed(try certificate.identity(password))
    }
    if !pins.isEmpty { settings.policy.evaluator = Self.evaluator(pins) }
    settings.keyLog = try KeyLogFile.logger(environment).map { .calling($0) }
  }

  /// Reads root certificates from a file. Each root certificate of the file must be valid.
  private static func roots(in path: FilePath) throws -> HTTPSession.Roots {
    let bytes = try Files.contents(of: path, limit: Console.fileByteLimit)
    let bundle = X509.Bundle(bytes)
    if let problem = bundle.problems.first, problem.error != .noCertificate {
      throw HTTPSession.TrustSourceError.malformed(
        "\(path)", problem.error, line: problem.line)
    }
    guard !bundle.entries.isEmpty else {
      throw HTTPSession.TrustSourceError.noCertificate("\(path)")
    }
    var digest = RunningHash(.sha256)
    digest.update(bytes)
    return .only(TLS.Roots(X509.Anchors(bundle), generation: 0, digest: digest.finalize()))
  }

  /// Returns a certificate evaluator that requires one of the pinned keys in the trusted path.
  ///
  /// A pinning rule of a TLS policy would require a backup pin, which a user at a terminal does not
  /// have.
  private static func evaluator(_ pins: [X509.Pin]) -> TLS.Evaluator {
    TLS.Evaluator("--pin") { evidence in
      guard case .success(let chain) = evidence.verdict, let path = chain.path else {
        return .abide
      }
      let root = path.anchor.certificate.flatMap { path.certificates.contains($0) ? nil : $0 }
      let found = (path.certificates + [root].compactMap(\.self)).map(\.pin)
      guard !found.contains(where: pins.contains) else { return .abide }
      let list = found.map(\.description).joined(separator: ", ")
      return .refuse(
        "none of the keys in the server's certificate path is pinned; the keys are "
          + "\(list)")
    }
  }
}

extension ClientSecurity {
  /// The options of curl for the same root certificates, pinned keys and client certificate.
  var curlWords: [String] {
    var words: [String] = []
    let files = [
      ("--cacert", roots), ("--cert", certificate?.certificate), ("--key", certificate?.key),
    ]
    for (option, path) in files {
      if let path { words += [option, "\(path)"] }
    }
    let keys = pins.map { "\($0)".split(separator: "/", maxSplits: 1).joined(separator: "//") }
    return keys.isEmpty ? words : words + ["--pinnedpubkey", keys.joined(separator: ";")]
  }
}
