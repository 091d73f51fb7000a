import ApusNet
import Glibc

/// The machine, the programs and the load of a benchmark run.
struct RunEnvironment: Codable {
  var date = line(of: ["date", "-u", "+%Y-%m-%d %H:%M UTC"])
  var commit = line(of: ["git", "rev-parse", "--short=12", "HEAD"])
  var processor = value("model name", in: "/proc/cpuinfo")
  var coreCount = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  var memory = value("MemTotal", in: "/proc/meminfo")
  var kernel = firstLine(of: "/proc/sys/kernel/osrelease")
  var flags = "swift build -c release; C: cc -O2 (in this process) and cc -O3 (clients)"
  var versions = programs.map { Version(name: $0.name, text: line(of: $0.words)) }
    .filter { !$0.text.isEmpty }
  var loadBefore = firstLine(of: "/proc/loadavg")
  var loadAfter = ""
  /// The milliseconds of the control loop before each part and at the end of the run.
  var control: [Double] = []

  struct Version: Codable {
    let name: String
    let text: String
  }

  /// The maximum spread of the control loop on a quiet machine, in percent of the median.
  static let quietPercent = 10.0

  /// A Boolean value that indicates whether the control loop varied too much for a reliable
  /// measurement.
  var isNoisy: Bool { !control.isEmpty && Spread(control).percent > Self.quietPercent }

  var noiseText: String {
    "NOISY: the control loop varied by \(Bar.hundredths(Spread(control).percent)) %, which is more "
      + "than \(Int(Self.quietPercent)) %; times of this run are not to be quoted"
  }

  mutating func finish() { loadAfter = Self.firstLine(of: "/proc/loadavg") }

  private static var programs: [(name: String, words: [String])] {
    [
      ("Swift", ["swiftc", "--version"]), ("C compiler", ["cc", "--version"]),
      ("nginx", ["sh", "-c", "nginx -v 2>&1"]), ("OpenSSL", ["openssl", "version"]),
      ("libcurl", ["curl", "--version"]),
      ("libpng", ["pkg-config", "--modversion", "libpng"]),
      ("Go", ["sh", "-c", "\(ClientRegistry.goProgram) version"]),
      ("Rust", ["rustc", "--version"]), ("Python", ["python3", "--version"]),
      ("Node", ["node", "--version"]), ("valgrind", ["valgrind", "--version"]),
    ]
  }

  /// Returns the first line of a program's output, or an empty text if the program is not
  /// available.
  private static func line(of words: [String]) -> String {
    guard let outcome = try? Command.run(words), outcome.status == 0 else { return "" }
    let first = outcome.output.split(separator: 0x0a).first.map(Array.init) ?? []
    return String(decoding: first, as: UTF8.self)
  }

  private static func firstLine(of path: String) -> String {
    let bytes = (try? Files.contents(of: path)) ?? []
    return String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
  }

  private static func value(_ name: String, in path: String) -> String {
    let lines = ((try? Files.contents(of: path)) ?? []).split(separator: 0x0a)
    guard let line = lines.first(where: { $0.starts(with: name.utf8) }) else { return "" }
    let value = line.drop { $0 != 0x3a }.dropFirst().drop { $0 == 0x20 }
    return String(decoding: value, as: UTF8.self)
  }
}
