import Testing

@testable import ApusBenchmarks

struct OptionsTests {
  @Test func `the command line of the benchmarks is parsed into parts and options`() throws {
    let options = try Options(
      ["http", "--quick", "--json", "a.json", "--client", "mine=./mine --fast"],
      partNames: ["http", "tls"])
    #expect(options.parts == ["http"] && options.isQuick && options.json == "a.json")
    #expect(
      options.clients.first?.name == "mine" && options.clients.first?.command == "./mine --fast")
  }

  @Test func `the word all selects every part of the benchmarks`() throws {
    #expect(try Options(["all"], partNames: ["http", "tls"]).parts == ["http", "tls"])
  }

  @Test(arguments: [["htp"], ["--fast"], ["--json"], ["--client", "mine"]])
  func `an unknown or incomplete benchmark option is rejected`(words: [String]) {
    #expect(throws: Options.Failure.self) { try Options(words, partNames: ["http"]) }
  }

  @Test func `each benchmark part has a unique name`() {
    #expect(Set(Part.all.map(\.name)).count == Part.all.count)
  }

  @Test func `the benchmark parts without peers take about three minutes`() {
    let seconds = Part.all.filter { !$0.needsPeers }.map(\.seconds).reduce(0, +)
    #expect((120...240).contains(seconds))
  }
}
