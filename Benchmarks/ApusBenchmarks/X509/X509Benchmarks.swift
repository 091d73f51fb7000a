import ApusNet
import ApusX509

/// The benchmarks of parsing certificates and of verifying certificate chains.
enum X509Benchmarks {
  private static let rootsPath = "/etc/ssl/certs/ca-certificates.crt"

  /// Measures with the installed root certificates, and also with the certificates in a folder.
  static func run(folder: String?) throws -> Bool {
    var hold = try bundle()
    hold = try chains() && hold
    hold = try HostileBags().run() && hold
    guard let version = try? Go.version() else {
      Results.note("reading certificates compared with Go: Go is not available here")
      return hold
    }
    print("peer: \(version)")
    let roots = try roots().certificates().certificates.map(\.der)
    hold = try ReadingContest(roots).run("the installed bundle of roots") && hold
    guard let folder else { return hold }
    let others = try Files.names(in: folder).filter { $0.hasSuffix(".der") }
      .map { try Files.contents(of: "\(folder)/\($0)") }
    return try ReadingContest(others).run("the folder, which both can read") && hold
  }

  private static func roots() throws -> X509.Bundle {
    X509.Bundle(try Files.contents(of: rootsPath))
  }

  /// Measures the time for loading the installed root certificates without parsing them.
  private static func bundle() throws -> Bool {
    let text = try Files.contents(of: rootsPath)
    var counts: [Int] = []
    let times = (0..<101).map { _ in
      Measurement.nanoseconds { counts.append(X509.Bundle(text).entries.count) }
    }
    print("the installed bundle of \(counts[0]) roots, loaded without reading any of them")
    return Bar("milliseconds", at: Measurement.median(times) / 1e6, atMost: 1).report()
  }

  private static func chains() throws -> Bool {
    let contest = try ChainContest()
    var hold = true
    for profile in [X509.Profile.web, .default] {
      let measurement = try contest.measure(profile)
      let microseconds = Measurement.median(measurement.ours) / 200 / 1_000
      print("three certificates of P-256, profile \(profile): \(Bar.hundredths(microseconds)) µs")
      hold =
        Bar(
          "chain with profile \(profile), to its signature checks", over: measurement.ratios,
          atMost: 1.1
        ).report() && hold
    }
    return hold
  }
}
