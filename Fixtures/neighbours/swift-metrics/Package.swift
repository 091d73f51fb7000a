// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "swift-metrics",
  products: [
    .library(name: "CoreMetrics", targets: ["CoreMetrics"]),
    .library(name: "Metrics", targets: ["Metrics"]),
    .library(name: "MetricsTestKit", targets: ["MetricsTestKit"]),
  ],
  targets: [
    .target(name: "CoreMetrics"),
    .target(name: "Metrics", dependencies: ["CoreMetrics"]),
    .target(name: "MetricsTestKit", dependencies: ["Metrics"]),
  ]
)
