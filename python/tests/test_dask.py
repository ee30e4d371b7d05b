"""Parts of an ensemble on the workers of a Dask cluster have the bits of one process."""

import numpy as np
import pytest

import polhode

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # those of distributed itself

N = 600


def tops():
    random = np.random.default_rng(3)
    return polhode.Ensemble(
        polhode.Body(moments=random.uniform(1, 1.9, (N, 3))),
        (0, 5),
        polhode.State(angular_velocity=random.normal(size=(N, 3))),
        polhode.torques.heavy_top(weight=random.uniform(0.5, 2, N), arm=[0, 0, 1]),
        accuracy=1e-8,
    )


@pytest.fixture(scope="module")
def client():
    # Without a dashboard: it wants a port of its own.
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as connected:
            yield connected


def test_parts_on_workers_give_the_same_bits(client):
    ensemble = tops()
    together = ensemble.run()
    parts = [dask.delayed(ensemble[a : a + 150]).run(threads=1) for a in range(0, N, 150)]
    apart = polhode.EnsembleResult.concatenate(dask.compute(*parts))
    assert len(apart) == N and apart.success.all()
    for name in ("q", "w", "L", "energy", "error_estimate"):
        assert getattr(apart, name).tobytes() == getattr(together, name).tobytes(), name


def test_a_fault_of_a_part_is_told_to_the_caller(client):
    with pytest.raises(ValueError, match="accuracy"):
        dask.delayed(polhode.Ensemble)(polhode.Body(moments=[1, 2, 2.5]), (0, 1),
                                       polhode.State(angular_velocity=np.ones((2, 3))), accuracy=-1.0).run().compute()
