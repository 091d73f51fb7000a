import Glibc

/// `apus-benchmarks`: measures the modules beside peers, in one run.
@main
enum Benchmarks {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "caching" where arguments.count == 1:
        exit(try CachingBenchmarks.run() ? 0 : 1)
      case "caching-loop" where arguments.count == 3:
        try CachingBenchmarks.client(arguments)
      case "crypto" where arguments.count <= 2:
        exit(try CryptoBenchmarks.run(only: arguments.dropFirst().first) ? 0 : 1)
      case "http" where arguments.count == 1:
        exit(try HTTPBenchmarks.run() ? 0 : 1)
      case "images" where arguments.count == 1:
        exit(try ImagesBenchmarks.run() ? 0 : 1)
      case "images-decode" where arguments.count == 2:
        try ImagesBenchmarks.decode(arguments[1])
      case "json" where arguments.count == 1:
        exit(try JSONBenchmarks.run() ? 0 : 1)
      case "net" where arguments.count == 1:
        exit(try NetBenchmarks.run() ? 0 : 1)
      case "net-loop" where arguments.count == 3:
        guard let count = Int(arguments[1]), let exchanges = Int(arguments[2]) else { usage() }
        try NetBenchmarks.loop(connections: count, exchanges: exchanges)
      case "pool", "pool-loop":
        exit(try PoolBenchmarks.run(arguments) ? 0 : 1)
      case "serializers" where arguments.count <= 2:
        exit(try SerializerBenchmarks.run(only: arguments.dropFirst().first) ? 0 : 1)
      case "session", "session-loop":
        exit(try SessionBenchmarks.run(arguments) ? 0 : 1)
      case "transport" where arguments.count == 1:
        exit(try TransportBenchmarks.run() ? 0 : 1)
      case "transport-loop", "transport-pool", "transport-slow", "transport-idle":
        // What the processes that the suite starts execute.
        try TransportBenchmarks.client(arguments)
      case "tls" where arguments.count == 1:
        exit(try TLSBenchmarks.run() ? 0 : 1)
      case "tls-loop", "tls-pool", "tls-idle":
        try TLSBenchmarks.client(arguments)
      case "x509" where arguments.count <= 2:
        exit(try X509Benchmarks.run(folder: arguments.dropFirst().first) ? 0 : 1)
      case "http-loop" where arguments.count == 4:
        // What the counting runs under valgrind execute.
        guard let size = Int(arguments[2]), let rounds = Int(arguments[3]) else { usage() }
        print(try HTTPBenchmarks.loop(arguments[1], size: size, rounds: rounds))
      case "form-loop" where arguments.count == 2:
        guard let rounds = Int(arguments[1]) else { usage() }
        print(try FormContest.loop(rounds: rounds))
      case "validation-loop" where arguments.count == 2:
        try ValidationContest.client(port: arguments[1])
      case "xml-loop" where arguments.count == 4:
        guard let rounds = Int(arguments[3]) else { usage() }
        print(try XMLContest.loop(arguments[1], party: arguments[2], rounds: rounds))
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
        caching         hits from a cache in memory, among few entries and among many
        crypto [WORD]   the primitives, beside `openssl speed` (needs openssl); with a word
                        only those that have it in their name
        http            the HTTP/1.1 codec, beside a plain C scanner and memcpy (needs cc)
        images          PNG decoded beside netpbm's pngtopnm, whole processes (needs netpbm)
        json            JSON beside FoundationEssentials, Python and Node, its growth and its
                        doubles (needs python3; node if it is there)
        serializers [WORD]
                        a form's body; JSON as above; what judging answers adds to a GET; forms of
                        several parts beside memcpy; XML beside a C loop on expat; growth of each
                        (needs cc, libexpat1-dev, python3, nginx, two cores; node and valgrind if
                        they are there); with a word only that of form, json, validation,
                        multipart and xml
        x509 [FOLDER]   reading certificates beside Go (needs golang), the installed roots and
                        those in the files of a folder; the verification of a chain beside its
                        signature checks; bags that were made to keep a verifier busy
        tls             the session over TLS 1.3 beside plain C with OpenSSL and beside libcurl, all
                        asking nginx and s_server (needs nginx, openssl, cc, libssl-dev,
                        libcurl4-openssl-dev, two cores; valgrind for the instructions)
        net             the event loop and its sockets, beside plain C with epoll (needs cc, two
                        cores)
        pool            what the connection pool decides, with 100 hosts and with 10,000
                        (valgrind for the instructions)
        session         what cookies, credentials, redirects and interceptors add to a GET, in
                        instructions (needs nginx, cc, valgrind)
        transport       the session beside plain C with epoll, both asking nginx (needs nginx, cc,
                        two cores; wrk if it is there)
      exit status: 0 every bar held, 1 a bar was missed, 2 usage, 3 could not be measured
      """)
    exit(2)
  }
}
