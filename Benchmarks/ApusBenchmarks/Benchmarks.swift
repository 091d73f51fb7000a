import Glibc

/// `apus-benchmarks`: measures the modules beside peers, in one run.
@main
enum Benchmarks {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "http" where arguments.count == 1:
        exit(try HTTPBenchmarks.run() ? 0 : 1)
      case "http-loop" where arguments.count == 4:
        // What the counting runs under valgrind execute.
        guard let size = Int(arguments[2]), let rounds = Int(arguments[3]) else { usage() }
        print(try HTTPBenchmarks.loop(arguments[1], size: size, rounds: rounds))
      default:
        usage()
      }
    } catch {
      print("apus-benchmarks: \(error)")
      exit(3)
    }
  }

  private static func usage() -> Never {
    print(
      """
      usage: apus-benchmarks SUITE
        http    the HTTP/1.1 codec, beside a plain C scanner and memcpy (needs cc)
      exit status: 0 every bar held, 1 a bar was missed, 2 usage, 3 could not be measured
      """)
    exit(2)
  }
}
