import ApusNet
import Testing

/// The adapters to other packages, by the manifest's table.
@Suite struct AdaptersTests {
  @Test func `each adapter module is above the session module and has a trait of its name`() throws
  {
    let floors = try House.here.get().floors
    #expect(floors.adapters.count == 7)
    let session = try #require(floors["ApusSession"])
    for (name, adapter) in floors.adapters {
      #expect(name == "Apus" + adapter.trait)
      #expect(!adapter.products.isEmpty, "\(name)")
      #expect(try #require(floors[name]).floor > session.floor, "\(name)")
    }
    let openAPI = try #require(floors.adapters["ApusOpenAPI"])
    #expect(openAPI.products == ["OpenAPIRuntime", "HTTPTypes"] && openAPI.testProducts.isEmpty)
    #expect(floors.adapters["ApusLogging"]?.testProducts == ["InMemoryLogging"])
    let types = try #require(floors["ApusHTTPTypes"])
    #expect(try #require(floors["ApusOpenAPI"]).floor > types.floor)
  }

  @Test func `the code of an adapter module is compiled only with its trait`() throws {
    let house = try House.here.get()
    for (name, adapter) in house.floors.adapters {
      let files = house.swiftFiles.filter {
        $0.area == "Sources" && $0.module == name && $0.stem != "Exports"
      }
      #expect(!files.isEmpty, "\(name)")
      for file in files {
        let lines = file.lines.map { String(decoding: $0, as: UTF8.self) }
          .filter { !$0.isEmpty && !$0.hasPrefix("//") }
        #expect(
          ["#if \(adapter.trait)", "#if !\(adapter.trait)"].contains(lines.first), "\(file.path)")
        #expect(lines.last == "#endif", "\(file.path)")
      }
    }
  }

  @Test func `without its trait, an adapter has unavailable declarations that name the trait`()
    throws
  {
    let house = try House.here.get()
    for (name, adapter) in house.floors.adapters {
      let placeholders = house.swiftFiles
        .filter { $0.area == "Sources" && $0.module == name }
        .flatMap(\.tokens)
        .filter { $0.kind == .text && $0.value.hasPrefix("enable the trait ") }
      #expect(!placeholders.isEmpty, "\(name)")
      for placeholder in placeholders {
        #expect(
          placeholder.value == "enable the trait \(adapter.trait) of the package apus", "\(name)")
      }
    }
  }

  @Test func `code that imports the library of a trait is compiled only with the trait`() throws {
    let traits = ["CApusBrotli": "Brotli", "CApusZstd": "Zstd"]
    var files: [String] = []
    for file in try House.here.get().swiftFiles where file.area == "Sources" {
      guard let trait = file.imports.compactMap({ traits[$0.module] }).first else { continue }
      files.append(file.path)
      let lines = file.lines.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
      #expect(lines.first == "#if \(trait)" && lines.last == "#endif", "\(file.path)")
    }
    #expect(
      files.sorted() == [
        "Sources/ApusHTTP/Coding/BrotliStream.swift", "Sources/ApusHTTP/Coding/ZstdStream.swift",
      ])
  }

  @Test func `each folder of integration tests belongs to an adapter or a content coding`() throws {
    let folder = House.root + "/Tests/Integrations"
    let adapters = try House.here.get().floors.adapters
    let names = try Files.names(in: folder).filter { Files.isFolder("\(folder)/\($0)") }
    #expect(names.contains("CodingsTests") && names.count >= 2)
    for name in names where name != "CodingsTests" {
      #expect(name.hasSuffix("Tests") && adapters[String(name.dropLast(5))] != nil, "\(name)")
    }
  }
}
