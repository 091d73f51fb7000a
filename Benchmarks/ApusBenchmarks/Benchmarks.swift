import Glibc

/// The program `apus-benchmarks`, which measures Apus and other clients and libraries in one run.
@main
enum Benchmarks {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      if try Workers.run(words) { exit(0) }
      if words.contains("--help") { usage(0) }
      exit(try Suite.run(words))
    } catch let error as Options.Failure {
      print("apus-benchmarks: \(error)")
      usage(2)
    } catch {
      print("apus-benchmarks: \(error)")
      exit(3)
    }
  }

  private static func usage(_ status: Int32) -> Never {
    print(
      """
      usage: apus-benchmarks [PART…] [OPTION…]
        without a part: the parts that need no other programs, in about three minutes
        all                    all parts; Benchmarks/run installs the programs that they need
        --list                 the parts and their durations
        --quick                fewer rounds, to see that all works; no figures to quote
        --json FILE            writes the report as JSON
        --markdown FILE        writes the report as Markdown
        --html FILE            writes the report as one page with charts
        --report OLD.json      measures nothing; writes the documents of an earlier report again
        --compare OLD.json     compares with a report of an earlier run on this machine
        --client NAME=COMMAND  adds a client to the part `clients`: a program that is given a
                               workload (get, mix, post, fresh), a URL and CONNECTIONSxCOUNT, and
                               prints {"requests":…,"nanoseconds":…,"wall":…,"kibibytes":…}
        --update-baselines     writes Benchmarks/Baselines instead of comparing with it
      exit status: 0 no limit was missed and no row is slower, 1 otherwise, 2 usage, 3 could not be
      measured
      """)
    exit(status)
  }
}
